import type { Link } from '@dailies/contract/link.ts'
import { Button } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { onlyChanged } from '../../api/only-changed.ts'
import { outdate } from '../../api/queries.ts'
import { Actions, Dialog } from '../../ui/dialog.tsx'
import { dayTextOf } from '../../ui/due-day.ts'
import { FormError, useDraft, useSubmit } from '../../ui/form.tsx'
import { bodyOf, draftOf, LinkFields, linkFields } from './link-fields.tsx'

export function EditLink({
  projectId,
  link,
  onClose,
}: {
  projectId: string
  link: Link
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const { values, set } = useDraft(draftOf(link))
  const form = useSubmit(async () => {
    const { hasPassword: hadPassword } = link
    const body = onlyChanged(bodyOf(draftOf(link), { hadPassword }), bodyOf(values, { hadPassword }))
    await call('updateLink', { params: { id: projectId, linkId: link.id }, body })
    onClose()
    notify('Saved. It counts from the next look on.')
    await outdate(queryClient, 'listLinks', 'listLinkChanges')
  })
  const before = { end: dayTextOf(link.expiresAt), hasPassword: link.hasPassword }
  return (
    <Dialog open onClose={onClose} title="Change a review link" description="Its address stays.">
      <form onSubmit={form.submit} className="flex flex-col gap-5">
        <LinkFields values={values} set={set} fieldErrors={form.fieldErrors} before={before} />
        <FormError>{form.message(linkFields)}</FormError>
        <Actions sticky>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={form.busy}>
            Save
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}

import type { SavedSearch } from '@dailies/contract/saved-search.ts'
import { CheckField, SelectField, TextField } from '@dailies/ui/field.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { onlyChanged } from '../api/only-changed.ts'
import { pages } from '../api/queries.ts'
import { useAllPages } from '../api/use-all-pages.ts'
import { useAccount } from '../app/account.ts'
import { errorText } from '../ui/error-text.ts'
import { useSubmit } from '../ui/form.tsx'
import { NameDialog } from '../ui/name-dialog.tsx'
import { useSavedChanged } from './saved.ts'
import { usePinWords } from './use-pin-words.ts'

/** Keeps what is looked for by a name: for oneself, or for all members of a film that one edits. */
export function SaveSearch({ q, onClose }: { q: string; onClose: () => void }) {
  const [name, setName] = useState('')
  const [whose, setWhose] = useState('')
  // What one saves is what one wants at hand.
  const [isPinned, setPinned] = useState(true)
  const words = usePinWords()
  const changed = useSavedChanged()
  const form = useSubmit(async () => {
    const { data } = await call('createSavedSearch', {
      body: { name: name.trim(), q, projectId: whose || null },
    })
    const why = isPinned ? await pin(data.id) : undefined
    await changed()
    if (why) notify(`“${data.name}” is saved, but not pinned. ${why}`, { failed: true })
    else notify(`“${data.name}” is saved${isPinned ? `, and ${words.done}` : ''}`)
    onClose()
  })
  return (
    <NameDialog
      title="Save this search"
      description={<Text q={q} />}
      {...{ name, form, onClose }}
      onName={setName}
      mostOfName={100}
      action="Save"
    >
      <WhoSees value={whose} onChange={setWhose} />
      <CheckField
        label={words.pin}
        hint={words.hint}
        checked={isPinned}
        onChange={({ target }) => setPinned(target.checked)}
      />
    </NameDialog>
  )
}

/** Says why not, where there is no more room among those that are pinned: it is saved still. */
async function pin(id: string): Promise<string | undefined> {
  try {
    await call('pinSavedSearch', { params: { id }, body: {} })
    return undefined
  } catch (error) {
    return errorText(error)
  }
}

/** Oneself, who is the empty value, or the members of a film that one edits, or which has it already. */
function WhoSees({
  now = null,
  value,
  onChange,
}: {
  now?: SavedSearch['project']
  value: string
  onChange: (value: string) => void
}) {
  const films = useInfiniteQuery(pages('browseProjects', { query: {} }))
  useAllPages(films)
  const edited = (films.data?.pages.flatMap(({ data }) => data) ?? []).filter(
    ({ id, role }) => id !== now?.id && (role === 'editor' || role === 'owner'),
  )
  return (
    <SelectField
      label="Who sees it"
      options={[
        { value: '', label: 'Only you' },
        ...[...(now ? [now] : []), ...edited].map(({ id, name }) => ({
          value: id,
          label: `All members of ${name}`,
        })),
      ]}
      value={value}
      onChange={onChange}
    />
  )
}

/** Renames a saved search, changes what it looks for, or who sees it. */
export function EditSearch({ search, onClose }: { search: SavedSearch; onClose: () => void }) {
  const account = useAccount()
  // As it was when it was opened: what somebody changes meanwhile is told when it is sent.
  const [before] = useState({ name: search.name, q: search.q, projectId: search.project?.id ?? null })
  const [values, set] = useState(before)
  const changed = useSavedChanged()
  const form = useSubmit(async () => {
    const body = onlyChanged<Partial<typeof before>>(before, { ...values, name: values.name.trim() })
    const was = Object.fromEntries(
      Object.keys(body).map((name) => [name, before[name as keyof typeof before]]),
    )
    await call('updateSavedSearch', { params: { id: search.id }, body: { ...body, was } })
    await changed()
    onClose()
  })
  return (
    <NameDialog
      title={`Change “${search.name}”`}
      {...{ form, onClose }}
      name={values.name}
      onName={(name) => set({ ...values, name })}
      mostOfName={100}
      action="Save"
      fields={['q']}
    >
      <TextField
        label="What it looks for"
        required
        autoComplete="off"
        maxLength={500}
        className="[&_input]:font-mono"
        value={values.q}
        errors={form.fieldErrors.q}
        onChange={({ target }) => set({ ...values, q: target.value })}
      />
      {search.createdBy?.id === account.id && (
        <WhoSees
          now={search.project}
          value={values.projectId ?? ''}
          onChange={(id) => set({ ...values, projectId: id || null })}
        />
      )}
    </NameDialog>
  )
}

function Text({ q }: { q: string }) {
  return (
    <bdi className="font-mono text-sm wrap-anywhere" dir="auto">
      {q}
    </bdi>
  )
}

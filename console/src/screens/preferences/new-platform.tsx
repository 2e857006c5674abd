import type { AssetType } from '@dailies/contract/asset-version.ts'
import { searchable } from '@dailies/contract/searchable.ts'
import { assetTypeLabels } from '@dailies/ui/badges.tsx'
import { Button } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { optionsOf } from '@dailies/ui/options.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { outdate } from '../../api/queries.ts'
import { Ticks } from '../../ui/choice.tsx'
import { Actions, Dialog } from '../../ui/dialog.tsx'
import { FormError, useDraft, useSubmit } from '../../ui/form.tsx'

const empty = {
  name: '',
  slug: '',
  provider: '',
  specialties: '',
  supportedOutput: [] as AssetType[],
  homepageUrl: '',
  docsUrl: '',
}

const fields = Object.keys(empty)

/** A platform that the catalogue does not have. */
export function NewPlatform({
  onClose,
  onAdded,
}: {
  onClose: () => void
  onAdded: (slug: string) => Promise<void>
}) {
  const queryClient = useQueryClient()
  const { values, set, reset } = useDraft(empty, 'new-platform')
  const slug = values.slug || slugOf(values.name)
  const form = useSubmit(async () => {
    const { name, provider, supportedOutput } = values
    const specialties = values.specialties.split(',').map((one) => one.trim())
    const { data } = await call('addPlatform', {
      body: {
        name,
        slug,
        provider,
        supportedOutput,
        specialties: specialties.filter((one) => one !== ''),
        homepageUrl: values.homepageUrl.trim() || null,
        docsUrl: values.docsUrl.trim() || null,
      },
    })
    reset()
    notify('The platform is in the catalogue, and ticked for you.')
    await outdate(queryClient, 'browsePlatforms')
    await onAdded(data.slug)
  })
  const text = (name: 'name' | 'slug' | 'provider' | 'specialties' | 'homepageUrl' | 'docsUrl') => ({
    value: values[name],
    errors: form.fieldErrors[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  })
  return (
    <Dialog open onClose={onClose} width="wide" title="Add a platform" description="Everybody here sees it.">
      <form onSubmit={form.submit} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Name" required autoFocus maxLength={200} {...text('name')} />
          <TextField
            label="Key"
            placeholder={slugOf(values.name) || 'my-platform'}
            hint="What captures name it by: lower-case words and digits, joined by hyphens."
            maxLength={100}
            {...text('slug')}
          />
          <TextField
            label="Provider"
            hint="The company or project behind it."
            maxLength={200}
            {...text('provider')}
          />
          <TextField
            label="Specialties"
            hint="With commas between: slow motion, lip sync"
            {...text('specialties')}
          />
          <TextField
            label="Website"
            type="url"
            inputMode="url"
            placeholder="https://"
            {...text('homepageUrl')}
          />
          <TextField
            label="Documentation"
            type="url"
            inputMode="url"
            placeholder="https://"
            {...text('docsUrl')}
          />
        </div>
        <Ticks
          legend="What it makes"
          columns
          items={optionsOf(assetTypeLabels)}
          values={values.supportedOutput}
          onChange={(supportedOutput) => set({ supportedOutput })}
          errors={form.fieldErrors.supportedOutput}
        />
        <FormError>{form.message(fields)}</FormError>
        <Actions sticky>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={form.busy}>
            Add
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}

/** A key out of a name: "Studio Nine 2" becomes studio-nine-2. */
function slugOf(name: string): string {
  return searchable(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100)
    .replace(/-$/, '')
}

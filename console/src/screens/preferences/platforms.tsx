import type { CataloguePlatform } from '@dailies/contract/platform.ts'
import { Button } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { outdate, query } from '../../api/queries.ts'
import { useAccount } from '../../app/account.ts'
import { useCommands } from '../../palette/commands.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Section } from '../../ui/page.tsx'
import { NewPlatform } from './new-platform.tsx'
import { PlatformRow } from './platform-row.tsx'
import type { ChangePreferences } from './use-preferences.ts'

interface PlatformsProps {
  enabled: string[]
  change: ChangePreferences
}

/** The catalogue: which platforms the extension looks at, and those that were added here. */
export function Platforms({ enabled, change }: PlatformsProps) {
  const { role } = useAccount()
  const queryClient = useQueryClient()
  const platforms = useSuspenseQuery(query('browsePlatforms', {})).data.data
  const [sought, setSought] = useState('')
  const [isAdding, setIsAdding] = useState(false)
  const [removing, setRemoving] = useState<CataloguePlatform>()
  useCommands(() => [{ name: 'Add a platform', icon: Plus, run: () => setIsAdding(true) }])
  const on = new Set(enabled)
  const shown = platforms.filter((platform) => matches(platform, sought))
  const count = platforms.filter(({ slug }) => on.has(slug)).length
  const enable = (slugs: string[]) => {
    const isEverything = platforms.every(({ slug }) => slugs.includes(slug))
    // Null is all, those that are yet to come included.
    change({ enabledPlatforms: isEverything ? null : slugs }, { enabledPlatforms: slugs })
  }
  const toggle = (slug: string) =>
    enable(on.has(slug) ? enabled.filter((one) => one !== slug) : [...enabled, slug])
  return (
    <Section
      title="Platforms"
      description={`The extension captures from those that are ticked: ${count} of ${platforms.length}.`}
      actions={
        <Button icon={Plus} onClick={() => setIsAdding(true)}>
          Add a platform
        </Button>
      }
    >
      <div className="mb-3 flex flex-wrap items-end gap-2">
        <TextField
          label="Find a platform"
          hideLabel
          type="search"
          placeholder="Find by name, provider or specialty"
          className="min-w-0 flex-1 basis-64"
          value={sought}
          onChange={(event) => setSought(event.target.value)}
        />
        <Button onClick={() => enable(platforms.map(({ slug }) => slug))}>All</Button>
        <Button onClick={() => enable([])}>None</Button>
      </div>
      {shown.length === 0 && <p className="py-6 text-center text-muted">No platform is called that.</p>}
      <ul aria-label="Platforms" className="grid gap-2 md:grid-cols-2 xl:grid-cols-3">
        {shown.map((platform) => (
          <PlatformRow
            key={platform.id}
            platform={platform}
            isOn={on.has(platform.slug)}
            onToggle={() => toggle(platform.slug)}
            {...(platform.own && role === 'administrator' && { onRemove: () => setRemoving(platform) })}
          />
        ))}
      </ul>
      {isAdding && (
        <NewPlatform
          onClose={() => setIsAdding(false)}
          onAdded={async (slug) => {
            setIsAdding(false)
            // Who has all of them, future ones included, has it already.
            const read = { ...query('readPreferences', {}), staleTime: 0 }
            const { enabledPlatforms } = (await queryClient.fetchQuery(read)).data
            if (!enabledPlatforms.includes(slug)) change({ enabledPlatforms: [...enabledPlatforms, slug] })
          }}
        />
      )}
      <RemovePlatform platform={removing} onClose={() => setRemoving(undefined)} />
    </Section>
  )
}

function matches({ name, slug, provider, specialties }: CataloguePlatform, sought: string): boolean {
  const text = [name, slug, provider, ...specialties].join(' ').toLowerCase()
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function RemovePlatform({
  platform,
  onClose,
}: {
  platform: CataloguePlatform | undefined
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const remove = async () => {
    if (!platform) return
    await call('removePlatform', { params: { id: platform.id } })
    notify('The platform is removed.')
    await outdate(queryClient, 'browsePlatforms', 'readPreferences')
  }
  return (
    <Confirm
      open={platform !== undefined}
      onClose={onClose}
      title="Remove a platform?"
      action="Remove"
      onConfirm={remove}
    >
      <p className="font-medium wrap-anywhere">{platform?.name}</p>
      <p>For everybody here. What was captured from it keeps its key and its label.</p>
    </Confirm>
  )
}

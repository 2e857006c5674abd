import type { AssetVersion } from '@dailies/contract/board.ts'
import { Button } from '@dailies/ui/button.tsx'
import { isComposing } from '@dailies/ui/composing.ts'
import { Field } from '@dailies/ui/field.tsx'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { query } from '../../api/queries.ts'

/** The id of the box that the key G leads to. */
export const compareGroupBox = 'compare-group'

/** The label that puts a version side by side with others; what the scene has already is offered. */
export function CompareGroup({
  version,
  onSet,
}: {
  version: AssetVersion
  onSet: (group: string | null) => Promise<boolean>
}) {
  const list = useId()
  const facets = useQuery(query('listAssetFacets', { params: { id: version.scene.id } }))
  /** Until something is typed, it shows what is, whoever changes it. */
  const [typed, setTyped] = useState<string>()
  const text = typed ?? version.compareGroup ?? ''
  const [busy, setBusy] = useState(false)
  const group = text.trim() || null
  const set = async () => {
    setBusy(true)
    if (await onSet(group)) setTyped(undefined)
    setBusy(false)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void set()
      }}
      className="flex items-end gap-2"
    >
      <Field label="Compare group" className="flex-1">
        {({ id: _, ...control }) => (
          <input
            {...control}
            id={compareGroupBox}
            aria-label="Compare group"
            aria-keyshortcuts="G"
            type="text"
            list={list}
            maxLength={200}
            autoComplete="off"
            placeholder="None"
            value={text}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && !isComposing(event) && event.currentTarget.blur()}
            className="h-10 w-full rounded-lg border border-strong-line bg-raised px-3 placeholder:text-muted"
          />
        )}
      </Field>
      <datalist id={list}>
        {facets.data?.data.compareGroups.map(({ value, count }) => (
          <option key={value} value={value}>
            {count} here
          </option>
        ))}
      </datalist>
      <Button type="submit" busy={busy} disabled={group === version.compareGroup}>
        {group === null && version.compareGroup !== null ? 'Clear' : 'Set'}
      </Button>
    </form>
  )
}

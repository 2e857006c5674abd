import type { ProjectTag } from '@dailies/contract/project-tag.ts'
import { longestTag } from '@dailies/contract/tag.ts'
import { Button } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import { useTagOptions } from '@dailies/ui/use-tag-options.tsx'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { query } from '../../api/queries.ts'
import { useKnownTags } from '../../tags/use-known-tags.ts'
import { counted } from '../../ui/counted.ts'
import { Actions, Dialog } from '../../ui/dialog.tsx'

interface RenameTagsProps {
  projectId: string
  /** One is renamed, several become one. */
  tags: readonly ProjectTag[]
  onClose: () => void
  onRename: (from: string[], to: string) => void
}

/** Asks what tags are to be called. One that is there already takes them in, which it says before. */
export function RenameTags({ projectId, tags, onClose, onRename }: RenameTagsProps) {
  const isMany = tags.length > 1
  const most = tags.toSorted((one, other) => other.count - one.count)[0]!
  const [name, setName] = useState(most.name)
  const [isEmpty, setEmpty] = useState(false)
  const known = useKnownTags(projectId)
  const rename = (next: string) => {
    setName(next)
    known.onTyped(next)
  }
  const options = useTagOptions({ offered: known.tags, text: name, onTake: rename })
  const to = name.trim()
  const from = tags.map((tag) => tag.name).filter((one) => one !== to)
  const found = useQuery({
    ...query('listTags', {
      params: { id: projectId },
      query: { name: to, limit: 1 },
    }),
    enabled: known.q === to && to !== '' && !tags.some((tag) => tag.name === to),
  })
  const there = tags.some((tag) => tag.name === to)
    ? undefined
    : found.data?.data.find((tag) => tag.name === to)
  const changing = tags.reduce((sum, tag) => (tag.name === to ? sum : sum + tag.count), 0)
  const merges = isMany || there !== undefined
  const send = (event: FormEvent) => {
    event.preventDefault()
    setEmpty(to === '')
    if (to === '') return
    if (from.length > 0) onRename(from, to)
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title={isMany ? `Merge ${tags.length} tags` : 'Rename the tag'}>
      <form onSubmit={send} className="flex flex-col gap-4">
        {isMany && (
          <p className="wrap-anywhere text-muted">
            {tags.map((tag) => `“${tag.name}”`).join(', ')} become one.
          </p>
        )}
        <TextField
          label={isMany ? 'Into' : 'Name'}
          autoFocus
          autoComplete="off"
          maxLength={longestTag}
          value={name}
          errors={isEmpty ? ['Name it'] : undefined}
          onChange={({ target }) => {
            rename(target.value)
            options.open()
          }}
          onClick={options.open}
          onBlur={options.close}
          onKeyDown={options.press}
          {...options.box}
        />
        {options.list}
        <p
          role="status"
          className={there ? 'rounded-lg bg-warn-soft p-3 text-sm text-warn' : 'text-sm text-muted'}
        >
          {there && (
            <>
              <span className="wrap-anywhere">“{there.name}”</span> is there already, in{' '}
              {counted(there.count, 'take')}: they become one.{' '}
            </>
          )}
          {from.length === 0 ? `In ${counted(most.count, 'take')}.` : whatChanges(changing, isMany)}
        </p>
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            {merges ? 'Merge' : 'Rename'}
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}

/** A take may have several of them. */
function whatChanges(count: number, isMany: boolean): string {
  return `${isMany ? 'Up to ' : ''}${counted(count, 'take')} ${count === 1 ? 'changes' : 'change'}. That can be undone.`
}

import type { ProjectTag } from '@dailies/contract/project-tag.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { counted } from '../../ui/counted.ts'

interface RemoveTagsProps {
  tags: readonly ProjectTag[]
  onClose: () => void
  onRemove: (from: string[]) => void
}

/** Asks before tags go from all takes. */
export function RemoveTags({ tags, onClose, onRemove }: RemoveTagsProps) {
  const count = tags.reduce((sum, tag) => sum + tag.count, 0)
  const isOne = tags.length === 1
  return (
    <Confirm
      open
      onClose={onClose}
      title={isOne ? 'Remove this tag?' : `Remove ${tags.length} tags?`}
      action="Remove"
      onConfirm={async () => onRemove(tags.map(({ name }) => name))}
    >
      <p>
        <strong className="wrap-anywhere">{tags.map(({ name }) => name).join(', ')}</strong>{' '}
        {isOne ? 'goes from ' : 'go from up to '}
        {counted(count, 'take')}. The takes stay. That can be undone.
      </p>
    </Confirm>
  )
}

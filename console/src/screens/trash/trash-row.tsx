import type { DeletedAsset } from '@dailies/contract/trash.ts'
import { Button } from '@dailies/ui/button.tsx'
import { When } from '@dailies/ui/time.tsx'
import { Clapperboard, RotateCcw, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Thumbnail } from '../../ui/media.tsx'

/** What every kind of thing in a trash has. */
export type Deleted = Pick<DeletedAsset, 'id' | 'deletedAt' | 'deletedBy' | 'goesAt'>

interface TrashRowProps {
  name: string
  /** Beside its name. */
  title?: ReactNode
  /** Of its text, one line. */
  text?: string | null
  /** Where it was. */
  place?: string
  /** What is seen of it. */
  take?: DeletedAsset
  deleted: Deleted
  isBusy: boolean
  /** Undefined for whom it is not. */
  onRestore: (() => void) | undefined
  onPurge: (() => void) | undefined
}

/** Something deleted: what it was, where, who deleted it, and until when it can be restored. */
export function TrashRow({ name, title, text, place, take, deleted, ...rest }: TrashRowProps) {
  const { deletedAt, deletedBy, goesAt } = deleted
  const { isBusy, onRestore, onPurge } = rest
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3 last:border-b-0">
      <div className="h-16 w-28 shrink-0 overflow-hidden rounded-lg">
        {take ? (
          <Thumbnail take={take} alt={`${name} as it was`} sizes="7rem" small />
        ) : (
          <div className="grid size-full place-items-center bg-sunken text-muted">
            <Clapperboard size={24} aria-hidden />
          </div>
        )}
      </div>
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium wrap-anywhere">
          <bdi>{name}</bdi>
          {title && <span className="font-normal"> {title}</span>}
        </p>
        {text && (
          <p className="truncate text-sm text-muted" dir="auto">
            {text}
          </p>
        )}
        <p className="text-sm text-muted">
          {place && `${place}. `}Deleted <When at={deletedAt} inWords />
          {deletedBy && (
            <>
              {' '}
              by <bdi>{deletedBy.name}</bdi>
            </>
          )}
          . Goes for good <When at={goesAt} inWords />.
        </p>
      </div>
      {onRestore && (
        // It is not off meanwhile, for the keyboard is on it.
        <Button icon={RotateCcw} aria-busy={isBusy} onClick={onRestore} aria-label={`Restore ${name}`}>
          Restore
        </Button>
      )}
      {onPurge && (
        <Button icon={Trash2} look="quiet" onClick={onPurge} aria-label={`Delete for good: ${name}`}>
          Delete for good
        </Button>
      )}
    </li>
  )
}

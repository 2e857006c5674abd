import type { GuestTake } from '@dailies/contract/guest.ts'
import { Thumbnail } from '../../ui/media.tsx'
import { nameOf, takeOf } from './guest-take.ts'

/** All takes side by side, each a button. */
export function TakeGrid({ takes, onOpen }: { takes: GuestTake[]; onOpen: (id: string) => void }) {
  return (
    <ul
      aria-label="Takes"
      className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))]"
    >
      {takes.map((take) => (
        <li key={take.id}>
          <button
            type="button"
            onClick={() => onOpen(take.id)}
            className="flex w-full flex-col overflow-hidden rounded-xl border border-line bg-surface text-left hover:border-strong-line"
          >
            <div className="aspect-video w-full">
              <Thumbnail take={takeOf(take)} alt="" sizes="(min-width: 640px) 20rem, 50vw" />
            </div>
            <span className="w-full px-2.5 py-2 text-sm">
              <span className="block font-medium wrap-anywhere">{nameOf(take)}</span>
              {take.title && (
                <span className="block truncate text-muted">
                  <bdi>{take.title}</bdi>
                </span>
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

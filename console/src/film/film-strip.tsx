import { memo, useEffect, useRef, useState } from 'react'
import { Thumbnail } from '../ui/media.tsx'
import { keyOfPlace, type PlanEntry } from './plan.ts'

/** Pixels of one, with the space after it; and how many are made beyond what is seen. */
const width = 120
const beyond = 4

interface FilmStripProps {
  entries: readonly PlanEntry[]
  place: number
  /** To a frame of the film. */
  onGo: (frame: number) => void
}

/** All shots in a row, of which only those are made that are seen; made anew with the shot, and not with each frame. */
export const FilmStrip = memo(function FilmStrip({ entries, place, onGo }: FilmStripProps) {
  const list = useRef<HTMLUListElement>(null)
  const [seen, setSeen] = useState({ from: 0, to: 20 })
  const look = () => {
    const { scrollLeft = 0, clientWidth = 1200 } = list.current ?? {}
    const from = Math.max(0, Math.floor(scrollLeft / width) - beyond)
    const to = Math.ceil((scrollLeft + clientWidth) / width) + beyond
    setSeen((before) => (before.from === from && before.to === to ? before : { from, to }))
  }
  useEffect(() => {
    const { current } = list
    if (!current) return
    const left = place * width
    const isIn = left >= current.scrollLeft && left + width <= current.scrollLeft + current.clientWidth
    if (!isIn) current.scrollLeft = left - current.clientWidth / 2 + width / 2
  }, [place])
  const shown = entries.slice(seen.from, seen.to)
  return (
    <nav aria-label="Shots of the film">
      <ul ref={list} onScroll={look} className="relative h-28 overflow-x-auto overflow-y-hidden">
        <li aria-hidden className="h-px" style={{ width: entries.length * width }} />
        {shown.map((entry, index) => {
          const at = seen.from + index
          const { sceneId, shotCode, kind, version, start } = entry
          const name = [`Scene ${sceneId}`, shotCode].filter(Boolean).join(', ')
          return (
            <li
              key={`${at} ${keyOfPlace(entry)}`}
              className="absolute top-0 p-1"
              style={{ left: at * width, width }}
              aria-posinset={at + 1}
              aria-setsize={entries.length}
            >
              <button
                type="button"
                aria-current={at === place || undefined}
                tabIndex={at === place ? 0 : -1}
                onClick={() => onGo(start)}
                className="block w-full overflow-hidden rounded-lg border-2 border-line bg-surface text-left aria-current:border-accent"
              >
                <span className="block h-14">
                  {version ? (
                    <Thumbnail take={version} alt={name} sizes="120px" small eager />
                  ) : (
                    <span className="block size-full bg-sunken" />
                  )}
                </span>
                <span className="block truncate px-1.5 text-xs">
                  {!version && <span className="sr-only">{name}: </span>}
                  <span aria-hidden>{shotCode ?? sceneId}</span>
                  <span className="text-muted">
                    {' '}
                    {kind === 'slate' ? 'slate' : `v${version?.versionNumber}`}
                  </span>
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </nav>
  )
})

import { useEffect, useRef, useState } from 'react'
import { listIds } from '../../queue/captures.ts'
import { editableStates } from '../../queue/queued-capture.ts'
import { follow } from './use-captures.ts'

/** Captures of the queue that something is to be done with, all at once: any that are not in the workspace yet. */
export interface Chosen {
  ids: ReadonlySet<string>
  /** Chooses one, or leaves it; `isRange`: chooses all from the one before. */
  toggle: (id: string, isRange: boolean) => void
  these: (ids: readonly string[]) => void
  none: () => void
}

/** Ctrl+A chooses all of them, Escape none. Those that are sent meanwhile are chosen no longer. */
export function useChosen(): Chosen {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const anchor = useRef<string>(undefined)
  const these = (next: readonly string[]) => setIds(new Set(next))
  const none = () => setIds(new Set())

  const toggle = async (id: string, isRange: boolean) => {
    const from = anchor.current
    anchor.current = id
    if (isRange && from) {
      const order = await listIds(editableStates)
      const ends = [order.indexOf(from), order.indexOf(id)].sort((one, other) => one - other)
      if (ends[0]! >= 0) return setIds((now) => new Set([...now, ...order.slice(ends[0], ends[1]! + 1)]))
    }
    setIds((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id]))
  }

  const isEmpty = ids.size === 0
  useEffect(() => {
    if (isEmpty) return
    return follow(async () => {
      const there = new Set(await listIds(editableStates))
      setIds((now) => ([...now].every((id) => there.has(id)) ? now : now.intersection(there)))
    })
  }, [isEmpty])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isElsewhere(event.target)) return
      if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        void listIds(editableStates).then((ids) => setIds(new Set(ids)))
      } else if (event.key === 'Escape') setIds(new Set())
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  return { ids, toggle: (id, isRange) => void toggle(id, isRange), these, none }
}

/** In a box with text of its own, or in a sheet. */
function isElsewhere(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('textarea, select, input:not([type=checkbox]), dialog') !== null
  )
}

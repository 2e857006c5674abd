import { useEffect, useSyncExternalStore } from 'react'
import { useService } from '../service.tsx'
import type { ListState } from './list-store.ts'
import type { ListName, Lists } from './lists.ts'

/** Milliseconds that a list counts as fresh when something else begins to show it. */
const fresh = 15_000

interface ShownList<T> extends ListState<T> {
  refresh: () => void
}

/** A list of the service, read when it is first shown. `of` is what it is a list of; undefined: of nothing yet. */
export function useList<N extends ListName>(name: N, of: string | undefined): ShownList<Lists[N]> {
  const { lists } = useService()
  const state = useSyncExternalStore(lists.subscribe, () => lists.get(name, of ?? ''))
  useEffect(() => {
    if (of !== undefined) void lists.refresh(name, of, fresh)
  }, [lists, name, of])
  return { ...state, refresh: () => of !== undefined && void lists.refresh(name, of) }
}

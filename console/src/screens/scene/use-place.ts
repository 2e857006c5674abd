import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { useDebounced } from '../../ui/use-debounced.ts'

const route = getRouteApi('/signed-in/scenes/$sceneId')

/** Keeps the marked card in the address, once it stays: browsers allow no more than a few changes a second. */
export function usePlace() {
  const navigate = route.useNavigate()
  const next = useRef<string>(undefined)
  const keeping = useDebounced(500)

  const forget = useCallback(() => {
    keeping.cancel()
    next.current = undefined
  }, [keeping])
  const keep = useCallback(async () => {
    const at = next.current
    forget()
    if (at) await navigate({ search: (before) => ({ ...before, at }), replace: true, resetScroll: false })
  }, [navigate, forget])
  const mark = useCallback(
    (id: string) => {
      next.current = id
      keeping.later(() => void keep())
    },
    [keep, keeping],
  )
  useEffect(() => forget, [forget])
  return { mark, keep, forget }
}

import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'

const route = getRouteApi('/signed-in/scenes/$sceneId')

/** Keeps the marked card in the address, once it stays: browsers allow no more than a few changes a second. */
export function usePlace() {
  const navigate = route.useNavigate()
  const next = useRef<string>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const forget = useCallback(() => {
    clearTimeout(timer.current)
    next.current = undefined
  }, [])
  const keep = useCallback(async () => {
    const at = next.current
    forget()
    if (at) await navigate({ search: (before) => ({ ...before, at }), replace: true, resetScroll: false })
  }, [navigate, forget])
  const mark = useCallback(
    (id: string) => {
      clearTimeout(timer.current)
      next.current = id
      timer.current = setTimeout(() => void keep(), 500)
    },
    [keep],
  )
  useEffect(() => forget, [forget])
  return { mark, keep, forget }
}

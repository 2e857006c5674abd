import { useEffect } from 'react'
import { onCapturesChange } from '../../queue/captures.ts'
import { useService } from '../service.tsx'

/** Milliseconds after which the scene is looked at again, for what others captured. */
const every = 30_000
/** Of the many changes that a batch of captures makes only the last counts. */
const settled = 300
/** What is looked at again because the panel came into sight. */
const fresh = 5_000

/** Keeps the versions of a scene up to date while the panel is in sight: own captures show at once. */
export function useFreshVersions(sceneDbId: string): void {
  const { lists } = useService()
  useEffect(() => {
    const refresh = (maxAge = 0) => {
      if (document.visibilityState === 'visible') void lists.refresh('versions', sceneDbId, maxAge)
    }
    let waiting: ReturnType<typeof setTimeout> | undefined
    const endListening = onCapturesChange(() => {
      clearTimeout(waiting)
      waiting = setTimeout(refresh, settled)
    })
    const timer = setInterval(refresh, every)
    const onVisible = () => refresh(fresh)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      endListening()
      clearTimeout(waiting)
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [lists, sceneDbId])
}

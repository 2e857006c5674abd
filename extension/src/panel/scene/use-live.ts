import { Polling } from '@dailies/ui/polling.ts'
import { useEffect } from 'react'
import type { LiveMessage } from '../../../../sdk/src/dailies.ts'
import type { PlaceAtHand } from '../../place/place.ts'
import { onCapturesChange } from '../../queue/captures.ts'
import type { ListName } from '../lists/lists.ts'
import { useService } from '../service.tsx'

/** Milliseconds: of the many changes that a batch of captures makes only the last counts. */
const settled = 300
/** What is looked at again because the panel came into sight. */
const fresh = 5_000

/**
 * Keeps the scene at hand as it is while the panel is in sight: by the live stream, and by asking now and then while there
 * is none. Own captures show at once.
 */
export function useLive({ projectId, sceneDbId }: PlaceAtHand): void {
  const { dailies, lists } = useService()
  useEffect(() => {
    const outdated = new Set<ListName>()
    let waiting: ReturnType<typeof setTimeout> | undefined
    let leaving: AbortController | undefined

    const placeOf = (name: ListName) =>
      listsOfScene.includes(name) ? sceneDbId : listsOfProject.includes(name) ? projectId : ''
    /** Nobody has looked at what was never asked for. */
    const refresh = (name: ListName, maxAge = 0) => {
      const { items, reading, error } = lists.get(name, placeOf(name))
      if (name === 'versions' || items || reading || error) void lists.refresh(name, placeOf(name), maxAge)
    }
    const refreshSoon = (names: readonly ListName[]) => {
      for (const name of names) outdated.add(name)
      waiting ??= setTimeout(() => {
        waiting = undefined
        if (document.visibilityState === 'visible') for (const name of outdated) refresh(name)
        outdated.clear()
      }, settled)
    }
    const polling = new Polling(() => refreshSoon(['versions']))
    const follow = async ({ signal }: AbortController) => {
      const onChange = (isOpen: boolean) => {
        if (signal.aborted) return
        if (isOpen) polling.end()
        else polling.begin()
        // Nobody told of what changed until now.
        if (isOpen) refreshSoon(all)
      }
      for await (const message of dailies.live({ signal, onChange })) {
        if (message.projectId !== undefined && message.projectId !== projectId) continue
        const isElsewhere = message.sceneDbId !== undefined && message.sceneDbId !== sceneDbId
        const changed = listsOf[message.kind] ?? []
        refreshSoon(isElsewhere ? changed.filter((name) => !listsOfScene.includes(name)) : changed)
      }
    }
    const look = () => {
      if (document.visibilityState !== 'visible') {
        leaving?.abort()
        leaving = undefined
        polling.end()
      } else if (!leaving) {
        for (const name of all) refresh(name, fresh)
        polling.begin()
        leaving = new AbortController()
        // What cannot be followed (by an older service, say) is asked now and then.
        follow(leaving).catch(() => {})
      }
    }

    const endListening = onCapturesChange(() => refreshSoon(['versions']))
    document.addEventListener('visibilitychange', look)
    look()
    return () => {
      endListening()
      clearTimeout(waiting)
      document.removeEventListener('visibilitychange', look)
      leaving?.abort()
      polling.end()
    }
  }, [dailies, lists, projectId, sceneDbId])
}

const listsOfScene: readonly ListName[] = ['versions', 'shots']
const listsOfProject: readonly ListName[] = [
  'scenes',
  'myShots',
  'characters',
  'promptPackages',
  'rightsDefaults',
  'coloredTags',
]
const all: readonly ListName[] = ['projects', 'platforms', ...listsOfProject, ...listsOfScene]

/** Which lists may be others by now. */
const listsOf: { [kind in LiveMessage['kind']]?: readonly ListName[] } = {
  asset: ['versions'],
  scene: ['scenes', 'shots', 'myShots', 'versions'],
  character: ['characters'],
  promptPackage: ['promptPackages'],
  rightsDefault: ['rightsDefaults'],
  project: ['projects', 'scenes', 'coloredTags'],
  platform: ['platforms'],
  everything: all,
  memberships: all,
  reset: all,
}

import { useQueries } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useReducer, useState } from 'react'
import { call, type Reply } from '../api/call.ts'
import { query } from '../api/queries.ts'
import { useScenesSoFar } from '../production/use-all-scenes.ts'
import { isComing } from '../uploads/uploads.ts'
import type { Dropped } from './dropped.ts'
import { type Found, findFiles } from './find-files.ts'
import { lookUp } from './look-up.ts'
import { sceneOfPath, scenesByNumber, shotOfPath } from './name-place.ts'
import { readFiles } from './read-files.ts'
import { newRows, type Place, type Row } from './row.ts'
import { type Change, changeRows } from './rows.ts'
import { type Standings, standingsOf } from './standing.ts'

export type Scene = Reply<'browseScenes'>['data'][number]
export type Shot = Reply<'browseShots'>['data'][number]

export interface Drop extends Standings {
  found: Found | undefined
  rows: readonly Row[]
  change: (change: Change) => void
  scenes: readonly Scene[]
  /** Those of the scenes that rows go to, as far as they are known. */
  shotsOf: ReadonlyMap<string, readonly Shot[]>
  /** Where rows go by their names, where that is elsewhere. */
  byName: ReadonlyMap<number, Place>
  /** The service could not be asked which of the files are there already. */
  isUnasked: boolean
}

/** All that is known of what was dropped: files are found, read beside the page, and looked for in the project. */
export function useDrop(projectId: string, dropped: Dropped, place: Place): Drop {
  const [found, setFound] = useState<Found>()
  const [rows, change] = useReducer(changeRows, [])
  const [isUnasked, setUnasked] = useState(false)
  const begin = useEffectEvent((found: Found) => change({ what: 'begin', rows: newRows(found.files, place) }))
  useEffect(() => {
    const leave = new AbortController()
    const { signal } = leave
    void (async () => {
      const found = await findFiles(dropped, signal)
      if (signal.aborted) return
      setFound(found)
      begin(found)
      const looking = lookUp({
        ask: async (sha256) =>
          (await call('findKept', { params: { id: projectId }, body: { sha256 } }, { signal })).data,
        onRead: (reads) => change({ what: 'read', reads }),
        onFound: (kept) => change({ what: 'found', kept }),
        signal,
      })
      await readFiles(
        found.files.map(({ file }) => file),
        looking.add,
        signal,
      )
      const isAsked = await looking.end()
      if (!signal.aborted) setUnasked(!isAsked)
    })().catch((error) => {
      if (!signal.aborted) throw error
    })
    return () => leave.abort()
  }, [projectId, dropped])

  const scenes = useScenesSoFar(projectId)
  const sceneByName = useMemo(() => {
    const byNumber = scenesByNumber(scenes)
    return new Map(rows.map(({ id, path }) => [id, sceneOfPath(path, byNumber)] as const))
  }, [scenes, rows])
  const sceneIds = [
    ...new Set([
      ...rows.map(({ place }) => place.scene.id),
      ...[...sceneByName.values()].flatMap((scene) => scene?.id ?? []),
    ]),
  ]
  const shotsOf = useShotsOf(sceneIds)
  const byName = useMemo(() => {
    const named = rows.flatMap(({ id, path, place }) => {
      const scene = sceneByName.get(id)
      if (!scene) return []
      const shot = shotOfPath(path, scene, shotsOf.get(scene.id) ?? [])
      const isThere = scene.id === place.scene.id && (!shot || shot.id === place.shotId)
      return isThere
        ? []
        : [[id, { scene: { id: scene.id, sceneId: scene.sceneId }, shotId: shot?.id }] as const]
    })
    return new Map<number, Place>(named)
  }, [rows, sceneByName, shotsOf])
  const standings = useMemo(() => standingsOf(rows, isComing), [rows])
  return { found, rows, ...standings, change, scenes, shotsOf, byName, isUnasked }
}

function useShotsOf(sceneIds: readonly string[]): ReadonlyMap<string, readonly Shot[]> {
  return useQueries({
    queries: sceneIds.map((id) => query('browseShots', { params: { id } })),
    combine: (answers) =>
      new Map(answers.flatMap(({ data }, index) => (data ? [[sceneIds[index]!, data.data] as const] : []))),
  })
}

import { addTakes } from '../uploads/send-uploads.ts'
import { tellOfDrop } from '../uploads/tell-of-drop.ts'
import { currentUploads } from '../uploads/uploads.ts'
import type { Words } from './columns.ts'
import { hashOf, type Place, type Row } from './row.ts'
import { takeOfRow } from './take-of-row.ts'

/** Makes takes of them, and tells what becomes of those and how they are taken back. */
export function sendRows(
  rows: readonly Row[],
  { projectId, place, words }: { projectId: string; place: Place; words: Pick<Words, 'shotsOf'> },
): void {
  const coming = currentUploads().flatMap(({ take, stage }) => (take && stage !== 'done' ? [take] : []))
  const before = new Map(
    Object.entries(Object.groupBy(coming, ({ sha256, sceneDbId }) => `${sha256} ${sceneDbId}`)).map(
      ([key, same]) => [key, same?.length ?? 0],
    ),
  )
  const takes = rows.map((row) => {
    const key = `${hashOf(row)} ${row.place.scene.id}`
    const take = takeOfRow(row, { projectId, before: before.get(key) ?? 0 })
    before.set(key, (before.get(key) ?? 0) + 1)
    const shot = words.shotsOf.get(row.place.scene.id)?.find(({ id }) => id === row.place.shotId)
    return { take, to: shot ? `shot ${shot.shotCode}` : `scene ${row.place.scene.sceneId}` }
  })
  const isOfOneScene = rows.every((row) => row.place.scene.id === place.scene.id)
  tellOfDrop(addTakes(takes, { to: isOfOneScene ? `scene ${place.scene.sceneId}` : 'several scenes' }))
}

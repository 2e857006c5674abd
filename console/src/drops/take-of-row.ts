import { captureOfFile } from '@dailies/reading/capture-of-file.ts'
import type { NewTake } from '../uploads/new-take.ts'
import { hashOf, type Row } from './row.ts'
import { keptInScene } from './standing.ts'

/**
 * What is filed of a row that is complete. `before`: how many of the same content go to the same scene before it, in this drop or
 * one that is on its way. What is there already is filed anew only where somebody wants it.
 */
export function takeOfRow(row: Row, { projectId, before }: { projectId: string; before: number }): NewTake {
  const { file, place, read, given } = row
  const { name, type, size } = file
  const sha256 = hashOf(row)!
  const readings = read && 'readings' in read ? read.readings : []
  const there = keptInScene(row)
  const { body } = captureOfFile({
    file: { name, type, size, sha256, readings },
    given: { ...given, projectId, sceneId: place.scene.sceneId, shotId: place.shotId },
    source: 'upload',
  })
  return {
    file,
    sceneDbId: place.scene.id,
    sha256,
    capture: body as NewTake['capture'],
    round: there.length + before,
    known: there.map(({ assetVersionId }) => assetVersionId),
  }
}

/** Writes a cut in some formats, on a thread of its own: see `writtenAside`. */
import { parentPort, workerData } from 'node:worker_threads'
import type { TimelineClip, TimelineMarker, TimelineSound } from './editorial/timeline.ts'
import type { Begun, Piece } from './write-aside.ts'
import { writers } from './writers.ts'

const { timeline, formats } = workerData as Begun
const lists = new Map<number, TimelineMarker[]>()
const clips: TimelineClip[] = []
const sounds: TimelineSound[] = []

parentPort?.on('message', (piece: Piece) => {
  if (piece.is === 'markers') lists.getOrInsert(piece.list, []).push(...piece.markers)
  if (piece.is === 'clips')
    clips.push(...piece.clips.map((clip) => ({ ...clip, markers: lists.get(clip.markers) ?? [] })))
  if (piece.is === 'sounds') sounds.push(...piece.sounds)
  if (piece.is === 'whole') writeAll()
})

function writeAll(): void {
  for (const { format, write } of writers)
    if (formats.includes(format))
      parentPort?.postMessage({ format, text: write({ ...timeline, clips, sounds }) })
  parentPort?.close()
}

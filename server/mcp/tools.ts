import type { Tool } from './tool.ts'
import { captureTake } from './tools/capture-take.ts'
import { compareTakes } from './tools/compare-takes.ts'
import { findScene } from './tools/find-scene.ts'
import { getTake } from './tools/get-take.ts'
import { listProjects } from './tools/list-projects.ts'
import { listShots } from './tools/list-shots.ts'
import { listTakes } from './tools/list-takes.ts'
import { readText } from './tools/read-text.ts'
import { selectTake, unselectTake } from './tools/select-take.ts'
import { setStatus } from './tools/set-status.ts'

/** All of them, in the order in which an agent needs them. */
export const tools: readonly Tool[] = [
  listProjects,
  findScene,
  listShots,
  listTakes,
  getTake,
  readText,
  compareTakes,
  captureTake,
  selectTake,
  unselectTake,
  setStatus,
]

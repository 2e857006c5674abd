import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The oldest that the SDK runs in. */
const least = 20

/** Of the Nodes on this machine the oldest that the SDK runs in: the one of the system, or the one that runs the tests. */
export function oldestNode(): { path: string; version: number } {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/bin', '/usr/bin']
  const programs = new Set([process.execPath, ...folders.map((folder) => join(folder, 'node'))])
  const found = [...programs].filter(existsSync).map((path) => ({ path, version: majorOf(path) }))
  return found
    .filter(({ version }) => version >= least)
    .reduce((oldest, one) => (one.version < oldest.version ? one : oldest))
}

function majorOf(path: string): number {
  return Number(execFileSync(path, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' }))
}

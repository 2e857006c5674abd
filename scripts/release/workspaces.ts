import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Problem } from './problem.ts'

export interface Manifest {
  name: string
  version: string
  private?: boolean
  [field: string]: unknown
}

export interface Workspace {
  /** From the root. */
  folder: string
  manifest: Manifest
}

/** All workspaces of the checkout. Throws a `Problem` for one without a name or version. */
export function workspacesOf(root: string): Workspace[] {
  const { workspaces = [] } = readJson(join(root, 'package.json')) as { workspaces?: string[] }
  const files = globSync(
    workspaces.map((pattern) => `${pattern}/package.json`),
    { cwd: root },
  )
  return files.sort().map((file) => {
    const manifest = readJson(join(root, file)) as Manifest
    if (!manifest.name || !manifest.version) throw new Problem(`${file} has no name or no version`)
    return { folder: dirname(file), manifest }
  })
}

/** The text of each file that names versions of the workspaces, with the new one. Throws a `Problem`. */
export function filesWithVersion(
  root: string,
  workspaces: readonly Workspace[],
  version: string,
): Map<string, string> {
  const before = new Map(workspaces.map(({ manifest }) => [manifest.name, manifest.version]))
  const lock = readJson(join(root, 'package-lock.json')) as { packages: Record<string, Manifest> }
  const files = new Map<string, string>()
  for (const { folder, manifest } of workspaces) {
    const locked = lock.packages[folder]
    if (!locked)
      throw new Problem(`package-lock.json does not know ${folder}: run npm install, and commit it`)
    lock.packages[folder] = withVersion(locked, version, before)
    files.set(join(folder, 'package.json'), jsonText(withVersion(manifest, version, before)))
  }
  return files.set('package-lock.json', jsonText(lock))
}

const kindsOfDependencies = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']

/** With its own version, and those of the workspaces that it depends on. */
function withVersion(manifest: Manifest, version: string, before: Map<string, string>): Manifest {
  const changed: Manifest = { ...manifest, version }
  for (const kind of kindsOfDependencies) {
    const ranges = Object.entries((manifest[kind] ?? {}) as Record<string, string>)
    if (ranges.length === 0) continue
    changed[kind] = Object.fromEntries(
      ranges.map(([name, range]) => {
        const own = before.get(name)
        return [name, own === undefined ? range : range.replace(own, version)]
      }),
    )
  }
  return changed
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')

interface Locked {
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  link?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

export interface LockedPackage extends Locked {
  /** `node_modules/sharp`, from the root of the checkout. */
  path: string
  name: string
}

const { packages }: { packages: Record<string, Locked> } = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
)

/** The packages, with all that they need and that is here: of those for one system alone, no others are. In the order of their paths. */
export function withNeeds(names: readonly string[], from = ''): LockedPackage[] {
  const found = new Map<string, LockedPackage>()
  const add = (name: string, from: string) => {
    const path = placeOf(name, from)
    if (path === undefined || found.has(path)) return
    const locked = packages[path]!
    found.set(path, { ...locked, path, name })
    const needed = { ...locked.dependencies, ...locked.optionalDependencies }
    for (const need of Object.keys(needed)) add(need, path)
  }
  for (const name of names) add(name, from)
  return [...found.values()].sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** The packages that these files are of. */
export function packagesOf(files: Iterable<string>): LockedPackage[] {
  const found = new Map<string, LockedPackage>()
  for (const file of files) {
    const [, path] =
      /[/\\]((?:[^/\\]+[/\\])?node_modules[/\\](?:.*node_modules[/\\])?(?:@[^/\\]+[/\\])?[^/\\]+)/.exec(
        file.slice(root.length),
      ) ?? ['', undefined]
    const locked = path && packages[path]
    if (locked) found.set(path, { ...locked, path, name: nameAt(path) })
  }
  return [...found.values()].sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** As Node finds it: in the nearest node_modules on the way up. */
function placeOf(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder === '.' ? '' : folder, 'node_modules', name)
    if (packages[path] && !packages[path].link && existsSync(join(root, path))) return path
    if (folder === '' || folder === '.') return undefined
  }
}

function nameAt(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

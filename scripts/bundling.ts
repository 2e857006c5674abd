import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'rolldown'

const root = join(import.meta.dirname, '..')

/** Adds the module, and all that is loaded with it. */
export function findImported(module: string, found: Set<string>): Plugin {
  return {
    name: 'find-imported',
    buildEnd() {
      const add = (id: string) => {
        const info = this.getModuleInfo(id)
        if (!info || found.has(id)) return
        found.add(id)
        info.importedIds.forEach(add)
      }
      if (!this.getModuleInfo(module)) this.error(`${module} is not in the bundle`)
      add(module)
    },
  }
}

interface Places {
  /** Where the bundle is written to. */
  folder: string
  /** Where a module of the checkout has its place, by its path from there. */
  placeOf: (path: string) => string
  /** What a module may start by its address is JavaScript as well. */
  isStartedAsJavaScript?: boolean
}

/** A module of ours goes on finding files beside itself, and threads that it starts: `import.meta.url` is its own place. */
export function keepPlaces({ folder, placeOf, isStartedAsJavaScript = false }: Places): Plugin {
  return {
    name: 'keep-places',
    transform: (code, id) => {
      const path = relative(root, id).replaceAll('\\', '/')
      if (!code.includes('import.meta.url') || !isOwn(path)) return null
      const started = isStartedAsJavaScript
        ? code.replaceAll(/(new URL\(["'][^"']+)\.ts(["'], ?import\.meta\.url\))/g, '$1.js$2')
        : code
      return started.replaceAll('import.meta.url', () => `__placeOf(${JSON.stringify(path)})`)
    },
    renderChunk: (code, { fileName }) =>
      code.replaceAll(/__placeOf\("([^"]+)"\)/g, (_, path: string) => {
        const from = relative(dirname(join(folder, fileName)), placeOf(path)).replaceAll('\\', '/')
        return `new URL(${JSON.stringify(from.startsWith('.') ? from : `./${from}`)}, import.meta.url).href`
      }),
  }
}

/** Whether the path, from the root of the checkout, is of a module of ours that the service is made of. */
export function isOwn(path: string): boolean {
  return /^(contract|demo|reading|sdk|server)\/(?!node_modules\/)/.test(path)
}

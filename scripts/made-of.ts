import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'rolldown'

const list = '.made-of'

/** Notes the modules that bundles are made of. */
export function noteModules(): { modules: Set<string>; plugin: Plugin } {
  const modules = new Set<string>()
  const plugin: Plugin = {
    name: 'note-modules',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') for (const id of file.moduleIds) modules.add(id)
      }
    },
  }
  return { modules, plugin }
}

/** Beside what was built: the files of packages that went into it, from the root of the checkout. */
export async function writeMadeOf(modules: Iterable<string>, folder: string): Promise<void> {
  const root = join(import.meta.dirname, '..')
  const ofPackages = [...modules].flatMap((id) => {
    const path = id.replace(/^\0+|\?.*$/g, '').replaceAll('\\', '/')
    return path.startsWith(`${root}/`) && path.includes('/node_modules/') ? path.slice(root.length) : []
  })
  await writeFile(join(folder, list), JSON.stringify([...new Set(ofPackages)].sort()))
}

export async function readMadeOf(folder: string): Promise<string[]> {
  return JSON.parse(await readFile(join(folder, list), 'utf8'))
}

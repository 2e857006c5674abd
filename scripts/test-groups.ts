import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Files that leave their process as it was, and so may have one together: starting it, and compiling the service in it, costs as
 * much as many of them. Browsers and kills have their own.
 */
const mayShare = /^(contract|ui|reading|(sdk|console|extension)\/src|server\/(?!test\/|commands\/))/
/** What comes before or after each test of the process, or is put into it for all: that would be for other files, too. */
const forAll =
  /^((before|after)(Each)?\(|Object\.assign\(globalThis|import ('fake-indexeddb\/auto'|.*cheap-hashing\.ts'))/m
/** At most. Enough to gain most of what is to be gained; a file that ends its process takes few with it. */
const filesOfGroup = 8

/** What to run instead of the files: those that share a process by a module, in that folder, that imports them. */
export async function grouped(files: string[], folder: string): Promise<string[]> {
  const sharing: string[] = []
  for (const file of files) {
    if (mayShare.test(file) && !forAll.test(await readFile(file, 'utf8'))) sharing.push(file)
  }
  if (sharing.length <= 1) return files
  const count = Math.ceil(sharing.length / filesOfGroup)
  const groups = Array.from({ length: count }, (_, index) =>
    sharing.filter((_, place) => place % count === index),
  )
  const modules = groups.map(async (group, index) => {
    const module = join(folder, `group-${index + 1}.test.ts`)
    // All at once, before any of their tests begins.
    const imports = group.map((file) => `import '${pathToFileURL(resolve(file)).href}'\n`)
    await writeFile(module, imports.join(''))
    return module
  })
  return [...files.filter((file) => !sharing.includes(file)), ...(await Promise.all(modules))]
}

/**
 * Makes what Dailies is installed from, of a built checkout, in `dist/packages` or the folder that is named.
 *
 *   node scripts/package.ts [FOLDER]
 */
import { join } from 'node:path'
import { makeDebian } from './package/make-debian.ts'
import { makeFolder } from './package/make-folder.ts'

const target = process.argv[2] ?? join(import.meta.dirname, '../dist/packages')
const { version, packages } = await makeFolder(join(target, 'dailies'))
const debian = await makeDebian(join(target, 'dailies'), version, target)
console.log(debian)
console.log(`dailies ${version}: something of ${packages.length} packages, in ${target}`)

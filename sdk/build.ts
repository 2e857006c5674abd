/** Builds the package into `dist` as it is published: ES modules, and their types. */
import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { buildModules } from './build-modules.ts'

const folder = import.meta.dirname
await buildModules(join(folder, 'dist'))
// `tsc` writes the types beside those of the contract, which they refer to.
const compiler = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc')
execFileSync(process.execPath, [compiler, '--singleThreaded', '-p', join(folder, 'tsconfig.types.json')], {
  stdio: 'inherit',
})

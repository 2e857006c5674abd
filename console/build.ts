/**
 * Builds the console into `console/dist`, compressed for the way. Does nothing when that is up to date, unless told
 * `--force`.
 */
import { globSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { noteModules, writeMadeOf } from '../scripts/made-of.ts'
import { isBuiltFrom, stampOf, writeStamp } from '../scripts/stamp.ts'
import { toBuildWith } from '../scripts/to-build-with.ts'
import { putInPlace } from './put-in-place.ts'

const dist = join(import.meta.dirname, 'dist')

const stamp = stampOf([
  'console/{index.html,vite.config.ts,package.json}',
  'console/{src,public}/**/*',
  'ui/*',
  'reading/**/*.ts',
  'sdk/src/*.ts',
  'contract/*.ts',
  'package-lock.json',
])
if (process.argv.includes('--force') || !(await isBuiltFrom(stamp, dist))) {
  const load = () => Promise.all([import('vite'), import('./vite.config.ts')])
  const [{ build }, { default: config }] = await toBuildWith('the console', load)
  // Beside the one that a running service serves, which changes at once and not file by file.
  const building = `${dist}.${process.pid}`
  const { modules, plugin } = noteModules()
  try {
    await build({
      ...config,
      plugins: [...config.plugins, plugin],
      worker: { plugins: () => [plugin] },
      build: { ...config.build, outDir: building },
      configFile: false,
      logLevel: 'warn',
    })
    await compress(building)
    await writeMadeOf(modules, building)
    await writeStamp(stamp, building)
    await putInPlace(building, dist)
  } finally {
    await rm(building, { recursive: true, force: true })
  }
}

/** Once, as small as it gets, so that no request has to. */
async function compress(folder: string): Promise<void> {
  const files = globSync('**/*.{js,css,svg}', { cwd: folder })
  await Promise.all(
    files.map(async (file) => {
      const path = join(folder, file)
      const bytes = await readFile(path)
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
      await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, quality))
      await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}

/**
 * Builds the console into `console/dist`, compressed for the way. Does nothing when that is up to date, unless told
 * `--force`.
 */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import config from './vite.config.ts'

const root = join(import.meta.dirname, '..')
const dist = join(import.meta.dirname, 'dist')
const stampFile = '.built-from'

const stamp = stampOfSources()
if (process.argv.includes('--force') || (await builtFrom()) !== stamp) {
  // Beside the one that a running service serves, which changes at once and not file by file.
  const building = `${dist}.${process.pid}`
  try {
    await build({
      ...config,
      build: { ...config.build, outDir: building },
      configFile: false,
      logLevel: 'warn',
    })
    await compress(building)
    await writeFile(join(building, stampFile), stamp)
    await rm(dist, { recursive: true, force: true })
    await rename(building, dist)
  } finally {
    await rm(building, { recursive: true, force: true })
  }
}

/** Of everything that the result depends on. */
function stampOfSources(): string {
  const hash = createHash('sha256')
  const files = globSync(
    [
      'console/{index.html,vite.config.ts,package.json}',
      'console/{src,public}/**/*',
      'contract/*.ts',
      'package-lock.json',
    ],
    { cwd: root, withFileTypes: true },
  )
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
  for (const path of paths.sort()) hash.update(path).update(readFileSync(path))
  return hash.digest('hex')
}

async function builtFrom(): Promise<string | undefined> {
  return readFile(join(dist, stampFile), 'utf8').catch(() => undefined)
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

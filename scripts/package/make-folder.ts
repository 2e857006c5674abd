import { readFileSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { copyNewest } from '../../console/put-in-place.ts'
import { readMadeOf } from '../made-of.ts'
import { besides, bundleService } from './bundle-service.ts'
import { type LockedPackage, packagesOf, withNeeds } from './locked.ts'

const root = join(import.meta.dirname, '../..')

/** What running needs of a package: no types, maps, sources in C++ or words about it, but its licence. */
const isForRunning = (path: string) =>
  !/\.([cm]?ts|map|cc|h|gyp)$|[/\\](readme|changelog|history)[^/\\]*$/i.test(path)

export interface Installation {
  version: string
  /** All packages that something of is in it. */
  packages: LockedPackage[]
}

/**
 * Makes the folder of an installation from a built checkout: what running needs, and nothing else. Nothing above it is needed but
 * Node; it may be moved, and read by whoever may not write.
 */
export async function makeFolder(folder: string): Promise<Installation> {
  const { version } = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8'))
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const modules = await bundleService(folder)

  for (const path of ['server/bin', 'demo/films', 'LICENSE']) await copy(folder, path)
  await copyNewest(join(root, 'console/dist'), join(folder, 'console/dist'))
  for (const browser of ['chrome', 'firefox']) await copy(folder, `extension/dist/dailies-${browser}.zip`)
  const beside = withNeeds(besides)
  for (const { path } of beside) await copy(folder, path, isForRunning)

  for (const part of ['console', 'extension']) {
    for (const file of await readMadeOf(join(root, part, 'dist'))) modules.add(join(root, file))
  }
  // Its rules are in the styles of both.
  modules.add(join(root, 'node_modules/tailwindcss/index.css'))
  const all = new Map([...packagesOf(modules), ...beside].map((each) => [each.path, each]))
  const packages = [...all.values()].sort((one, other) => (one.path < other.path ? -1 : 1))
  await writeFile(
    join(folder, 'server/package.json'),
    jsonText({ name: 'dailies-service', version, type: 'module' }),
  )
  await writeFile(join(folder, 'package.json'), jsonText(manifestOf(version)))
  await writeFile(join(folder, 'THIRD-PARTY-LICENSES'), await licencesOf(packages))
  return { version, packages }
}

/** As `npm pack` takes it: the code of this machine is left to npm, which takes that of the other. */
function manifestOf(version: string): object {
  const versions = Object.fromEntries(withNeeds(besides).map((each) => [each.path, each.version]))
  const dependencies = Object.fromEntries(besides.map((name) => [name, versions[`node_modules/${name}`]]))
  return {
    name: 'dailies',
    version,
    description: 'A self-hosted production workspace for AI-generated footage',
    license: 'MIT',
    type: 'module',
    engines: { node: '>=24' },
    bin: { dailies: 'server/bin/dailies.js' },
    files: ['server', 'console', 'demo', 'extension', 'THIRD-PARTY-LICENSES'],
    dependencies,
    bundleDependencies: besides.filter((name) => name !== 'sharp'),
  }
}

async function copy(folder: string, path: string, filter = (_: string) => true): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await cp(join(root, path), join(folder, path), { recursive: true, filter: (file) => filter(file) })
}

/** The name, version and words of each licence. */
async function licencesOf(packages: LockedPackage[]): Promise<string> {
  const parts = packages.map(async ({ path, name, version, license }) => {
    const files = (await readdir(join(root, path))).filter((file) =>
      /^(licen[cs]e|copying|notice)/i.test(file),
    )
    const texts = await Promise.all(
      files.sort().map((file) => readFile(join(root, path, file), 'utf8').catch(() => '')),
    )
    return [`${name} ${version} (${license ?? 'see its words'})`, ...texts.map((text) => text.trim())].join(
      '\n\n',
    )
  })
  return `${(await Promise.all(parts)).join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

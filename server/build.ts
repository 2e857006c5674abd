/**
 * Puts the service's modules, and those of the packages that it uses, into few files in `server/dist`: it then starts in
 * half the time. Does nothing when that is up to date, unless told `--force`. (docs/decisions/0035-bundle.md)
 */
import { randomUUID } from 'node:crypto'
import { access, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Plugin } from 'rolldown'
import { findImported, isOwn, keepPlaces } from '../scripts/bundling.ts'
import { stampOf } from '../scripts/stamp.ts'
import { toBuildWith } from '../scripts/to-build-with.ts'
import { type Bundle, bundleFolder, manifest } from './bundle.ts'

const root = join(import.meta.dirname, '..')
const entry = join(import.meta.dirname, 'cli.ts')
const builtAt = Date.now()
const stamp = stampOf([
  '{contract,demo,reading,sdk/src}/**/*.ts',
  'server/{*,!(node_modules|dist)/**/*}.ts',
  'server/platforms/*.json',
  'package-lock.json',
])

const former = await readManifest()
const formerFolder = former?.command.split('/')[0] ?? (await newestFolder())
if (process.argv.includes('--force') || former?.stamp !== stamp) await build()
// What was copied or moved is as it was, and newer: it is looked at by time when the service starts.
else await writeManifest({ ...former, builtAt })

/** Undefined where there is none that could be started. */
async function readManifest(): Promise<Bundle | undefined> {
  try {
    const bundle: Bundle = JSON.parse(await readFile(manifest, 'utf8'))
    for (const file of [bundle.command, bundle.service]) await access(join(bundleFolder, file))
    return bundle
  } catch {
    return undefined
  }
}

async function build(): Promise<void> {
  // A folder of its own: a running service goes on loading from the one before.
  const folder = `${stamp.slice(0, 12)}-${randomUUID().slice(0, 8)}`
  const [modules] = await Promise.all([
    bundle(folder, 'cli'),
    // What a service loads at its start is one file for it.
    bundle(folder, 'service', join(import.meta.dirname, 'commands/run-service.ts')),
  ])
  const own = modules.map((id) => relative(root, id)).filter(isOwn)
  await writeManifest({
    stamp,
    builtAt,
    command: `${folder}/cli.js`,
    service: `${folder}/service.js`,
    inputs: ['package-lock.json', ...own.sort()],
  })
  await removeFormer(folder)
}

/** The modules that are in it. What `together` imports is in one file, with what that imports, and so on. */
async function bundle(folder: string, name: string, together?: string): Promise<string[]> {
  const { rolldown } = await toBuildWith('the service', () => import('rolldown'))
  const inOne = new Set<string>()
  const bundling = await rolldown({
    input: { [name]: entry },
    platform: 'node',
    logLevel: 'warn',
    // Optional, and not there.
    external: ['pg-native', 'cloudflare:sockets'],
    preserveEntrySignatures: 'allow-extension',
    plugins: [
      keepPlaces({ folder: join(bundleFolder, folder), placeOf: (path) => join(root, path) }),
      leaveOut('node:http2'),
      together !== undefined && findImported(together, inOne),
    ],
  })
  const { output } = await bundling.write({
    dir: join(bundleFolder, folder),
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    comments: false,
    codeSplitting: {
      groups: [{ name, test: (id) => inOne.has(id), includeDependenciesRecursively: false }],
    },
  })
  await bundling.close()
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
}

/** Where nothing says which one a service may run. */
async function newestFolder(): Promise<string | undefined> {
  const entries = await readdir(bundleFolder, { withFileTypes: true }).catch(() => [])
  const folders = entries.filter((entry) => entry.isDirectory())
  const born = await Promise.all(folders.map(({ name }) => stat(join(bundleFolder, name))))
  const at = born.map(({ mtimeMs }) => mtimeMs)
  return folders[at.indexOf(Math.max(...at))]?.name
}

/** At once: the service may be starting. */
async function writeManifest(bundle: Bundle): Promise<void> {
  const writing = `${manifest}.${process.pid}`
  await writeFile(writing, JSON.stringify(bundle))
  await rename(writing, manifest)
}

/** All but this one and the one before, which a service may still run. */
async function removeFormer(folder: string): Promise<void> {
  const kept = [folder, formerFolder]
  const entries = await readdir(bundleFolder, { withFileTypes: true })
  const old = entries.filter((entry) => entry.isDirectory() && !kept.includes(entry.name))
  await Promise.all(old.map(({ name }) => rm(join(bundleFolder, name), { recursive: true, force: true })))
}

/** What Fastify loads for a service of HTTP/2, which ours is not: 8 ms of every start. */
function leaveOut(module: string): Plugin {
  const nothing = `\0nothing of ${module}`
  return {
    name: 'leave-out',
    resolveId: (id) => (id === module ? nothing : null),
    load: (id) => (id === nothing ? 'export {}' : null),
  }
}

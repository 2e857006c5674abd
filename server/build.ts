/**
 * Puts the service's modules, and those of the packages that it uses, into few files in `server/dist`: it then starts in
 * half the time. Does nothing when that is up to date, unless told `--force`. (docs/decisions/0035-bundle.md)
 */
import { randomUUID } from 'node:crypto'
import { access, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { stampOf } from '../scripts/stamp.ts'
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
  const own = modules
    .map((id) => relative(root, id))
    .filter((path) => /^(contract|demo|reading|sdk|server)\/(?!node_modules\/)/.test(path))
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
  const inOne = new Set<string>()
  const bundling = await rolldown({
    input: { [name]: entry },
    platform: 'node',
    logLevel: 'warn',
    // Optional, and not there; and one that reads files beside its own.
    external: ['pg-native', 'cloudflare:sockets', '@scalar/fastify-api-reference'],
    preserveEntrySignatures: 'allow-extension',
    plugins: [
      keepPlaces(join(bundleFolder, folder)),
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

/** Adds the module, and all that is loaded with it. */
function findImported(module: string, found: Set<string>): Plugin {
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

/** Files that a module of ours reads beside itself, and threads that it starts, stay where they are. */
function keepPlaces(folder: string): Plugin {
  return {
    name: 'keep-places',
    transform: (code, id) => {
      if (!isOwn(id) || !code.includes('import.meta.url')) return null
      const path = relative(folder, id).replaceAll('\\', '/')
      return code.replaceAll(
        'import.meta.url',
        () => `new URL(${JSON.stringify(path)}, import.meta.url).href`,
      )
    },
  }
}

function isOwn(id: string): boolean {
  return (
    isAbsolute(id) &&
    !relative(root, id)
      .split(/[/\\]/)
      .some((name) => name === '..' || name === 'node_modules')
  )
}

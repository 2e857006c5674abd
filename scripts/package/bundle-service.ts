import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { rolldown } from 'rolldown'
import { findImported, keepPlaces } from '../bundling.ts'

const root = join(import.meta.dirname, '../..')
const sources = '{contract,demo,reading,sdk/src,server}/**/*.ts'
const started = /new URL\('([^']+\.ts)', import\.meta\.url\)/g

/** What reads files beside itself, finds packages by names that it puts together, or is code of the machine: it lies beside the bundle. */
export const besides = ['@contentauth/c2pa-wasm', 'file-type', 'sharp']

/**
 * Writes the service as plain JavaScript that needs no sources: `server/cli.js`, `server/service.js`, and each thread and process where
 * its module is in the checkout. Returns the files that went into it, of ours and of packages.
 */
export async function bundleService(folder: string): Promise<Set<string>> {
  const threads = startedModules().map((path) => [path.replace(/\.ts$/, ''), join(root, path)])
  const [commands, service] = await Promise.all([
    bundle(folder, { 'server/cli': join(root, 'server/cli.ts'), ...Object.fromEntries(threads) }),
    bundle(
      folder,
      { 'server/service': join(root, 'server/cli.ts') },
      join(root, 'server/commands/run-service.ts'),
    ),
  ])
  return new Set([...commands, ...service])
}

/** The modules that are started by their address: threads and processes. */
function startedModules(): string[] {
  const found = new Set<string>()
  const isOurs = (path: string) => !/(^|\/)(node_modules|dist|test)\/|\.(test|long)\.ts$/.test(path)
  for (const path of globSync(sources, { cwd: root }).filter(isOurs)) {
    for (const [, module = ''] of readFileSync(join(root, path), 'utf8').matchAll(started)) {
      found.add(join(dirname(path), module))
    }
  }
  return [...found].sort()
}

/** What `together` loads at its start is one file, as in a checkout. (docs/decisions/0035-bundle.md) */
async function bundle(folder: string, input: Record<string, string>, together?: string): Promise<string[]> {
  const inOne = new Set<string>()
  const bundling = await rolldown({
    input,
    platform: 'node',
    logLevel: 'warn',
    external: ['pg-native', 'cloudflare:sockets', ...besides],
    preserveEntrySignatures: 'allow-extension',
    plugins: [
      keepPlaces({
        folder,
        placeOf: (path) => join(folder, path.replace(/\.ts$/, '.js')),
        isStartedAsJavaScript: true,
      }),
      together !== undefined && findImported(together, inOne),
    ],
  })
  const { output } = await bundling.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'server/parts/[name]-[hash].js',
    comments: false,
    codeSplitting: {
      groups: [{ name: 'whole', test: (id) => inOne.has(id), includeDependenciesRecursively: false }],
    },
  })
  await bundling.close()
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
}

import type { Endpoint } from '@dailies/contract/endpoint.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { ChunkingContext } from 'rolldown'
import type { Plugin, UserConfig } from 'vite'

/** How the console is built. build.ts does it; `npx vite console` serves it while it is worked on. */
export default {
  root: import.meta.dirname,
  plugins: [endpointTable(), fetchedFirst(), react(), tailwind()],
  build: {
    outDir: 'dist',
    assetsDir: 'static',
    emptyOutDir: true,
    target: 'es2023',
    // A picture or font as `data:` would have to be allowed by the Content-Security-Policy.
    assetsInlineLimit: 0,
    // What a part is made of, itself included: all of it is fetched before it is run (fetchedFirst).
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, files, { hostType }) =>
        hostType === 'js' ? [...new Set([file, ...files])] : files,
    },
    rolldownOptions: {
      output: {
        // What several screens share travels together: forty small files take longer than a few. Not so what is large and seldom
        // seen first, with the library that it takes.
        codeSplitting: {
          groups: [
            {
              name: 'shared',
              test: /lucide-react|query|console\/src\/api\/|\/ui\/(?!menu-at|toast-list|reorder)[^/]+$/,
              minShareCount: 3,
            },
            // What every page takes is one file, and of the rest what the same screens take; what is less than 2 kB is with what is most
            // like it: a board was 48 files, most of them smaller, and is 27.
            { name: 'page', tags: ['$initial'] },
            {
              name: (id, context) => (takesSchemas(id, context) ? null : 'parts'),
              debugName: 'parts',
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 2000,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/media', '/docs', '/openapi.json'].map((path) => [path, service()])),
  },
} satisfies UserConfig

const withSchemas = new Map<string, boolean>()

/** Whether the library of the schemas comes with a module: with it, whatever shares a file with the module would be loaded late. */
function takesSchemas(id: string, context: ChunkingContext): boolean {
  if (!withSchemas.has(id)) {
    // Until it is known: modules may import each other.
    withSchemas.set(id, false)
    const { importedIds = [] } = context.getModuleInfo(id) ?? {}
    withSchemas.set(
      id,
      /node_modules\/zod\//.test(id) || importedIds.some((one) => takesSchemas(one, context)),
    )
  }
  return withSchemas.get(id)!
}

function service(): string {
  return process.env.DAILIES_SERVICE ?? 'http://127.0.0.1:8787'
}

/**
 * `virtual:endpoints`: method and path of every endpoint of the contract but those of the extension, and whether somebody signs in by
 * it; without the schemas, which the browser has no use for and which would double what it loads. Each in few words, which are smaller
 * than the same as JSON, compressed as well.
 */
function endpointTable(): Plugin {
  const name = 'virtual:endpoints'
  return {
    name: 'dailies:endpoints',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined
      const rows = Object.entries<Endpoint>(endpoints)
        .filter(([, { path }]) => !path.startsWith('/api/extension/'))
        .map(
          ([name, { method, path, signsIn }]) =>
            `${name} ${path.replace('/api/', '')}${method === 'GET' ? '' : ` ${method}`}${signsIn ? ' in' : ''}`,
        )
      return `export default Object.fromEntries(${JSON.stringify(rows.join(';'))}.split(';').map((row) => {
        const [name, rest, method = 'GET', signsIn] = row.split(' ')
        return [name, [method, '/api/' + rest, signsIn]]
      }))`
    },
  }
}

/** In the place of what Vite writes around every `import()`: src/api/import-part.ts says why. */
function fetchedFirst(): Plugin {
  return {
    name: 'dailies:fetched-first',
    enforce: 'pre',
    apply: 'build',
    load: (id) =>
      id === '\0vite/preload-helper.js'
        ? `export { importPart as __vitePreload } from '/src/api/import-part.ts'`
        : undefined,
  }
}

import type { Endpoint } from '@dailies/contract/endpoint.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
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
            // Of the rest, what the same screens take is one file, and what few take together is with what is like it up to 10 kB:
            // a film took 125 requests, most of them for less than 3 kB, and takes 58, in three quarters of the processor time.
            { name: 'parts', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 10_000 },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/media', '/docs', '/openapi.json'].map((path) => [path, service()])),
  },
} satisfies UserConfig

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

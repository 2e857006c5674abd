import { join } from 'node:path'
import { build } from 'vite'
import { endpointTable } from './vite-plugin.ts'

const folder = import.meta.dirname

/** Each is a module of the package, whole in itself. */
const modules = ['dailies', 'webhooks', 'schemas']

/** Builds the package's modules into a folder: the client and the webhooks without the contract's schemas. */
export async function buildModules(outDir: string): Promise<void> {
  await build({
    root: folder,
    configFile: false,
    logLevel: 'warn',
    plugins: [endpointTable()],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      minify: false,
      lib: { entry: modules.map((name) => join(folder, `src/${name}.ts`)), formats: ['es'] },
      // What each piece is for stands in the types: whoever loads the client need not load it too.
      rolldownOptions: { external: ['zod'], output: { comments: false } },
    },
  })
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const extension = join(import.meta.dirname, '../../..')

/** A script of the extension, as it builds it, but with a layer that can be looked into unless `isOpen` is false. */
export async function bundleScript(entry: string, { minify = false, isOpen = true } = {}): Promise<string> {
  const result = await build({
    root: extension,
    configFile: false,
    logLevel: 'silent',
    define: { 'import.meta.env.DAILIES_OPEN_LAYER': String(isOpen) },
    build: {
      write: false,
      minify,
      target: 'chrome120',
      lib: { entry, formats: ['iife'], name: 'dailiesScript' },
      rollupOptions: { output: { exports: 'named' } },
    },
  })
  const [{ output }] = [result].flat() as unknown as [{ output: { code: string }[] }]
  return `${output[0]!.code}\ndailiesScript.default.main()`
}

export const texts: Record<string, { message: string }> = JSON.parse(
  readFileSync(join(extension, 'public/_locales/en/messages.json'), 'utf8'),
)

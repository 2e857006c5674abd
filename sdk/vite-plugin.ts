import type { Plugin } from 'vite'
import { table } from './src/endpoints.ts'

/**
 * Puts the finished table of endpoints in the place of src/endpoints.ts, which computes it from the contract's schemas:
 * whoever is built with it (the SDK itself, the extension) then carries none of them.
 */
export function endpointTable(): Plugin {
  return {
    name: 'dailies:endpoint-table',
    enforce: 'pre',
    transform: (_code, id) =>
      /\/sdk\/src\/endpoints\.ts(\?|$)/.test(id)
        ? `export const table = ${JSON.stringify(table)}`
        : undefined,
  }
}

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
        ? `export const table = Object.fromEntries(${JSON.stringify(rows())}.split(';').map((row) => {
            const [name, rest, last] = row.split(' ')
            const path = '/api/' + rest
            const [method, next] = last < 'a' ? [last] : ['GET', last]
            return [name, next ? { method, path, next } : { method, path }]
          }))`
        : undefined,
  }
}

/**
 * Each in few words, which are smaller than the same as JSON, compressed as well. The last is the method, in capitals, or for GET the
 * parameter that says where the next page begins.
 */
function rows(): string {
  return Object.entries(table)
    .map(([name, { method, path, next }]) => {
      const last = method === 'GET' ? next : method
      return [name, path.replace('/api/', ''), ...(last ? [last] : [])].join(' ')
    })
    .join(';')
}

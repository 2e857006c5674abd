import { registerHooks } from 'node:module'

/**
 * Gives what is imported from here on the endpoints of this table, or none, in place of those that the build writes down
 * (vite.config.ts). What calls the service can be imported only then.
 */
export function provideEndpoints(
  table: Record<string, [method: string, path: string, signsIn?: string]> = {},
): void {
  const source = `export default ${JSON.stringify(table)}`
  const url = `data:text/javascript,${encodeURIComponent(source)}`
  registerHooks({
    resolve: (name, context, next) =>
      name === 'virtual:endpoints' ? { url, format: 'module', shortCircuit: true } : next(name, context),
  })
}

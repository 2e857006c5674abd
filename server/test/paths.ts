import type { Endpoint } from '@dailies/contract/endpoint.ts'

/** What the paths of requests to the endpoint look like. */
export function patternOf({ path }: Endpoint): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}$`)
}

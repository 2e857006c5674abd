import { randomKey, withCaptureId } from './capture-keys.ts'
import { type EndpointName, table } from './endpoints.ts'

export interface Request {
  url: string
  method: string
  /** JSON; undefined where the method has no body. */
  body: string | undefined
}

/**
 * Puts the input where it belongs: into the path, the query or the body.
 *
 * @throws TypeError when something that stands in the path is missing.
 */
export function requestOf(baseUrl: string, name: EndpointName, input: Record<string, unknown>): Request {
  const { method, path } = table[name]
  const rest = { ...input }
  const filled = path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = String(rest[parameter] ?? '')
    delete rest[parameter]
    // Dots alone would lead to another path.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${name}: ${parameter} is missing`)
    return encodeURIComponent(value)
  })
  const url = baseUrl + filled
  if (method !== 'GET' && method !== 'DELETE') {
    return { url, method, body: JSON.stringify(withKeys(name, rest)) }
  }
  const given = Object.entries(rest).filter(([, value]) => value !== undefined)
  const search = String(new URLSearchParams(given.map(([key, value]) => [key, String(value)])))
  return { url: search ? `${url}?${search}` : url, method, body: undefined }
}

function withKeys(name: EndpointName, body: Record<string, unknown>): unknown {
  if (name === 'ingest' || name === 'createAsset') return withCaptureId(body)
  if (name === 'ingestBatch' && Array.isArray(body.captures)) {
    return { ...body, captures: body.captures.map(withCaptureId) }
  }
  if (name === 'changeAssets') return { ...body, requestId: body.requestId ?? randomKey() }
  return body
}

/**
 * Whether an address is covered by match patterns of the form `https://host/path*` or `https://*.host/*`, as browsers go by them: whatever
 * its port is. Not URLPattern, which Firefox's current ESR has not.
 */
export function isCovered(address: string, patterns: readonly string[]): boolean {
  const url = URL.parse(address)
  return url !== null && patterns.some((pattern) => covers(pattern, url))
}

function covers(pattern: string, { protocol, hostname, pathname, search }: URL): boolean {
  const [, scheme, host = '', path = ''] = /^(\w+:)\/\/([^/]+)(\/.*)$/.exec(pattern) ?? []
  const isHost = host.startsWith('*.') ? `.${hostname}`.endsWith(host.slice(1)) : hostname === host
  return scheme === protocol && isHost && isLike(pathname + search, path.split('*'))
}

/** Whether a text has these parts in their order, the first at its beginning and the last at its end. */
function isLike(text: string, [first = '', ...rest]: string[]): boolean {
  const last = rest.pop()
  if (last === undefined) return text === first
  let from = first.length
  for (const part of rest) {
    const at = text.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return text.startsWith(first) && text.length - last.length >= from && text.endsWith(last)
}

/** Every site of the web: only ever by the user's own wish. */
export const everySite: readonly string[] = ['http://*/*', 'https://*/*']

/** Permissions are for hosts, whatever path a pattern has. */
export function wholeHosts(patterns: readonly string[]): string[] {
  return [...new Set(patterns.map((pattern) => pattern.replace(/^(\w+:\/\/[^/]+)\/.*$/, '$1/*')))]
}

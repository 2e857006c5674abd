/**
 * The addresses that a text may mean, to be tried in this order: without a slash at the end, the origin first, then
 * with more and more of the path, for a service below a path. So any address of the console will do. None when it is
 * no address of the web.
 */
export function addressesIn(text: string): string[] {
  const url = urlOf(text.trim())
  if (!url) return []
  const { origin } = url
  const parts = url.pathname.split('/').filter(Boolean).slice(0, 4)
  return [origin, ...parts.map((_, last) => `${origin}/${parts.slice(0, last + 1).join('/')}`)]
}

function urlOf(text: string): URL | undefined {
  if (text === '' || /\s/.test(text)) return undefined
  if (/^https?:\/\//i.test(text)) return parsed(text)
  // `localhost:8787` has no scheme, though it looks as if `localhost` were one.
  if (/^[a-z][a-z\d+.-]*:(?!\d)/i.test(text)) return undefined
  const url = parsed(`https://${text}`)
  if (!url) return undefined
  return isNear(url.hostname) ? parsed(`http://${text}`) : url
}

function parsed(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && url.hostname !== '' ? url : undefined
}

/** A machine of one's own or in one's own network, which seldom speaks HTTPS. */
export function isNear(hostname: string): boolean {
  return isLoopback(hostname) || !hostname.includes('.') || /^[\d.]+$|^\[|\.local$/.test(hostname)
}

/** RFC 6761, section 6.3, and RFC 6890: what never leaves the machine. */
function isLoopback(hostname: string): boolean {
  return /^(127(\.\d+){3}|\[::1\]|(.+\.)?localhost)$/.test(hostname)
}

/** Whether others on the way can read what goes to this address, the token included. */
export function isReadableByOthers(address: string): boolean {
  const url = parsed(address)
  return url?.protocol === 'http:' && !isLoopback(url.hostname)
}

/**
 * The match pattern that stands for the host of an address, with every port: Firefox knows no ports in patterns.
 * developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions/Match_patterns
 */
export function patternOf(address: string): string {
  const { protocol, hostname } = new URL(address)
  return `${protocol}//${hostname}/*`
}

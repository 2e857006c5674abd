import { browser } from 'wxt/browser'
import { patternOf } from '../connection/address.ts'
import { readSetting } from '../store/database.ts'
import { mayFetch } from './allowed-address.ts'
import { pieceSize, silence } from './piece.ts'
import { piecesOf } from './pieces-of.ts'

interface Fetched {
  /** As far as the site says. */
  bytes: number | undefined
  pieces: ReturnType<typeof piecesOf>
}

/**
 * Asks a site for media from the background, which no rule of the page binds; undefined where that is not allowed, or
 * what comes is no media.
 */
export async function fetchFile(
  address: string,
  { withCookies, signal }: { withCookies: boolean; signal: AbortSignal },
): Promise<Fetched | undefined> {
  const service = (await readSetting('connection'))?.address
  if (!mayFetch(address, service) || !(await hasAccess(address))) return undefined
  const response = await answerOf(address, { withCookies, signal })
  if (!response?.ok || !response.body) return undefined
  // Led somewhere else, it is the same question anew.
  if (!mayFetch(response.url, service) || isPage(response)) {
    response.body.cancel().catch(() => undefined)
    return undefined
  }
  const length = Number(response.headers.get('content-length') ?? Number.NaN)
  const isPlain = !response.headers.has('content-encoding')
  return {
    bytes: isPlain && Number.isFinite(length) ? length : undefined,
    pieces: piecesOf(response.body, { size: pieceSize, silence }),
  }
}

/** With the user's cookies it is led nowhere else: a page that names one of its own addresses could spend them anywhere so. */
export async function answerOf(
  address: string,
  { withCookies, signal }: { withCookies: boolean; signal: AbortSignal },
): Promise<Response | undefined> {
  const own = withCookies
    ? await ask(address, { credentials: 'include', redirect: 'error' }, signal)
    : undefined
  return own ?? ask(address, { credentials: 'omit' }, signal)
}

async function ask(
  address: string,
  settings: RequestInit,
  signal: AbortSignal,
): Promise<Response | undefined> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), silence)
  try {
    return await fetch(address, {
      ...settings,
      referrerPolicy: 'no-referrer',
      cache: 'force-cache',
      signal: AbortSignal.any([signal, late.signal]),
    })
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** A page that asks one to sign in, or says what went wrong: media are never text. */
function isPage({ headers }: Response): boolean {
  return /^(text\/|application\/(json|xhtml\+xml|xml))/i.test(headers.get('content-type') ?? '')
}

async function hasAccess(address: string): Promise<boolean> {
  return browser.permissions.contains({ origins: [patternOf(address)] })
}

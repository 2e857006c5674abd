import { Agent, request } from 'node:http'
import type { Case } from './requests.ts'
import { password } from './rows.ts'

export interface Callers {
  address: string
  tokens: { heavy: string; changing: string }
  cookies: { heavy: string; changing: string }
}

export interface Asked {
  /** How many there were of each status. */
  statuses: Record<string, number>
  /** Until the last answer was read, in milliseconds. */
  took: number
  /** Of the answers, all together. */
  bytes: number
}

const longest = 300_000

/** Makes a request so many times at once, each on a connection of its own, and reads what is answered. */
export async function ask(callers: Callers, one: Case, times: number): Promise<Asked> {
  const start = performance.now()
  const answers = await Promise.all(Array.from({ length: times }, () => once(callers, one)))
  const statuses: Record<string, number> = {}
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1
  return {
    statuses,
    took: Math.round(performance.now() - start),
    bytes: answers.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

function once(
  { address, tokens, cookies }: Callers,
  { method, path, body, as }: Case,
): Promise<{ status: string; bytes: number }> {
  const url = new URL(path, address)
  const sessionOnly = /^\/api\/(account|users|invitations|storage|doctor)/.test(url.pathname)
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  if (as !== 'nobody' && sessionOnly)
    Object.assign(headers, { cookie: cookies[as], 'sec-fetch-site': 'same-origin' })
  else if (as !== 'nobody') headers.authorization = `Bearer ${tokens[as]}`
  const agent = new Agent()
  return new Promise((resolve) => {
    const failed = (error: Error) => resolve({ status: error.message, bytes: 0 })
    const sent = request(url, { method, headers, agent, timeout: longest }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      answer.once('end', () => resolve({ status: String(answer.statusCode), bytes }))
      answer.once('error', failed)
    })
    sent.once('timeout', () => sent.destroy(new Error('no answer in time')))
    sent.once('error', failed)
    sent.end(body?.())
  })
}

/** A cookie of a new session. */
export async function signIn(address: string, email: string): Promise<string> {
  const answer = await fetch(`${address}/api/account/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const [cookie] = answer.headers.getSetCookie()
  if (!cookie) throw new Error(`${answer.status} ${await answer.text()}`)
  return cookie.split(';', 1)[0]!
}

import { browser } from 'wxt/browser'
import { readSetting, writeSetting } from '../store/database.ts'
import { text } from '../texts.ts'
import { addressesIn, patternOf } from './address.ts'
import { checkToken, type Lacking, tokenIn } from './check-token.ts'
import { forgetService } from './disconnect.ts'
import { findService, type NotFound } from './find-service.ts'
import { askForAccess } from './permissions.ts'

/** Why it could not be connected, and what is to be changed for that. */
export type ConnectProblem =
  | { at: 'address'; kind: 'no-address' }
  | { at: 'address'; kind: 'unreachable' | 'other' | 'no-access'; address: string }
  | { at: 'address'; kind: 'moved'; address: string; to: string }
  | { at: 'token'; kind: 'malformed'; length: number }
  | { at: 'token'; kind: 'refused' }
  | { at: 'token'; kind: 'lacking'; permissions: ('read' | 'capture')[] }
  | { at: 'service'; kind: 'unwell'; address: string; message: string }

export type Connected = { address: string; lacks: Lacking[] } | { problem: ConnectProblem }

/**
 * Connects to the service, after it has been checked that it is there and what the token may do. Must be called in a
 * click itself, since it asks for access to the host first.
 */
export async function connectTo(addressText: string, tokenText: string): Promise<Connected> {
  const addresses = addressesIn(addressText)
  const asked = addresses[0]
  if (!asked) return { problem: { at: 'address', kind: 'no-address' } }
  const token = tokenIn(tokenText)
  if (!token) return { problem: { at: 'token', kind: 'malformed', length: tokenText.trim().length } }

  const granted = await askForAccess([patternOf(asked)])
  if (!granted) return { problem: { at: 'address', kind: 'no-access', address: asked } }

  const found = await findService(addresses)
  if ('problem' in found) return { problem: problemOf(found, asked) }
  const { address } = found
  const check = await checkToken(address, token)
  if (check.ok) {
    await keep(address, token, check.lacks)
    return { address, lacks: check.lacks }
  }
  if (check.problem === 'refused') return { problem: { at: 'token', kind: 'refused' } }
  if (check.problem === 'unwell') {
    return { problem: { at: 'service', kind: 'unwell', address, message: check.message } }
  }
  return { problem: { at: 'token', kind: 'lacking', permissions: check.permissions } }
}

function problemOf(found: NotFound, address: string): ConnectProblem {
  if (found.problem === 'moved') return { at: 'address', kind: 'moved', address, to: found.to }
  if (found.problem !== 'unwell') return { at: 'address', kind: found.problem, address }
  return { at: 'service', kind: 'unwell', address, message: text('connectStatus', found.status) }
}

async function keep(address: string, token: string, lacks: Lacking[]): Promise<void> {
  const before = await readSetting('connection')
  if (before && before.address !== address) await forgetService()
  await writeSetting('lacks', lacks)
  await writeSetting('connection', { address, token, state: 'connected' })
  await browser.runtime.sendMessage({ name: 'permissionsChanged', request: {} }).catch(() => undefined)
}

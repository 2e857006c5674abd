import { connect, type DailiesError } from '../../../sdk/src/dailies.ts'

/** Permissions of a token without which the extension still captures. */
export type Lacking = 'selection' | 'preferences'

type TokenCheck =
  | { ok: true; lacks: Lacking[] }
  /** Wrong, expired or revoked: the service does not tell which. */
  | { ok: false; problem: 'refused' }
  | { ok: false; problem: 'lacking'; permissions: ('read' | 'capture')[] }
  | { ok: false; problem: 'unwell'; message: string }

/** `svc_`, 43 and 6 characters: server/tokens/format.ts. */
const shape = /^svc_[0-9A-Za-z]{49}$/

/** The token in what was pasted; undefined when there is none, or not all of it. */
export function tokenIn(text: string): string | undefined {
  const token = text.trim().replace(/^(authorization:\s*)?bearer\s+/i, '')
  return shape.test(token) ? token : undefined
}

/**
 * Asks the service what a token may do, by requests that change nothing: those without a permission are refused before
 * anything else of them is looked at (docs/tokens.md).
 */
export async function checkToken(address: string, token: string): Promise<TokenCheck> {
  const dailies = connect({ baseUrl: address, token, retries: 0, timeout: 10_000 })
  const questions = {
    read: () => dailies.readProfile(),
    capture: () => dailies.ingestBatch({ captures: [] }),
    selection: () => dailies.updateAsset({ assetId: '' }),
    preferences: () => dailies.updateProfile({ preferences: {} }),
  }
  const lacks: (keyof typeof questions)[] = []
  for (const [permission, ask] of Object.entries(questions)) {
    const error = await ask().then(
      () => undefined,
      (failure: unknown) => failure as DailiesError,
    )
    if (!error || error.status === 400) continue
    if (error.status === 401) return { ok: false, problem: 'refused' }
    if (error.status !== 403) return { ok: false, problem: 'unwell', message: error.message }
    lacks.push(permission as keyof typeof questions)
  }
  const needed = (['read', 'capture'] as const).filter((one) => lacks.includes(one))
  if (needed.length > 0) return { ok: false, problem: 'lacking', permissions: needed }
  return { ok: true, lacks: lacks as Lacking[] }
}

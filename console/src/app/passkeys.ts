import { useQuery } from '@tanstack/react-query'
import { DailiesError } from '../../../sdk/src/error.ts'
import { call, type Reply } from '../api/call.ts'
import { query } from '../api/queries.ts'

/** Where passkeys of this installation work: on this page, at another address, or nowhere. */
export function usePasskeys(): { works: true } | { works: false; at: string | undefined } {
  const installation = useQuery(query('readInstallation', {}))
  const at = installation.data?.data.passkeys ?? undefined
  if (at === location.origin && 'PublicKeyCredential' in window) return { works: true }
  return { works: false, at: at === location.origin ? undefined : at }
}

/** Has the browser show the passkeys that it knows for here, and signs in by the one that is chosen. */
export async function signInByPasskey(): Promise<Reply<'finishPasskeySignIn'>['data']> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { data } = await call('beginPasskeySignIn', {})
  const response = await startAuthentication({ optionsJSON: optionsOf(data) }).catch(inWords)
  return (await call('finishPasskeySignIn', { body: { response: response as never } })).data
}

/** Has the browser make a passkey, for who gave the password. */
export async function addPasskey(name: string, currentPassword: string): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { data } = await call('beginPasskey', { body: { currentPassword } })
  const response = await startRegistration({ optionsJSON: optionsOf(data) }).catch(inWords)
  await call('createPasskey', { body: { name, response: response as never } })
}

/** As the service gave it, which makes it by the same standard. */
function optionsOf<T>({ options }: { options: Record<string, unknown> }): T {
  return options as T
}

/** What browsers say of it is for programmers. */
function inWords(error: unknown): never {
  const { name } = error as { name?: string }
  if (name === 'NotAllowedError' || name === 'AbortError')
    throw new DailiesError('No passkey was chosen: it was put off, or took too long.')
  if (name === 'InvalidStateError') throw new DailiesError('There is a passkey of yours on it already.')
  throw new DailiesError('This browser could not do that. Try another one, or another device.')
}

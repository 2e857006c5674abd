import { endpoints } from '@dailies/contract/endpoints.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { type Answer, cookieOf, openCaller } from './service.ts'

/** A browser that somebody has begun to sign in with. */
export interface Begun {
  address: string
  cookie: string
}

export async function begin(service: { address: string }): Promise<Begun> {
  const answer = await openCaller(service.address).send('POST', endpoints.beginProviderSignIn.path, undefined)
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return { address: answer.body.data.address, cookie: cookieOf(answer) }
}

/** What the console does with what the provider sent the browser back with. */
export function finish(service: { address: string }, cookie: string, answer: string): Promise<Answer> {
  return openCaller(service.address).send('POST', endpoints.finishProviderSignIn.path, { answer }, { cookie })
}

/** Signs in whoever the provider knows. */
export async function signInBy(service: { address: string }, provider: IdentityProvider): Promise<Answer> {
  const { address, cookie } = await begin(service)
  return finish(service, cookie, provider.authorize(address).toString())
}

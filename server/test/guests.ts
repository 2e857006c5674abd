import { endpoints } from '@dailies/contract/endpoints.ts'
import {
  type Answer,
  cookieOf,
  openCaller,
  type SessionTestCaller,
  sessionCaller,
  type TestCaller,
  type TestService,
} from './service.ts'

interface MadeLink {
  id: string
  secret: string
}

/** Makes a review link; it shows the film unless it says otherwise. */
export async function madeLink(maker: TestCaller, projectId: string, more: object = {}): Promise<MadeLink> {
  const body = { name: 'For the client', shows: 'film', ...more }
  const answer = await maker.send('POST', `/api/projects/${projectId}/links`, body)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.data
}

/** Asks to enter by a secret. */
export function knock(
  service: Pick<TestService, 'address'>,
  secret: string,
  more: object = {},
): Promise<Answer> {
  const entry = { secret, name: 'Grace', ...more }
  return openCaller(service.address).send('POST', endpoints.enterLink.path, entry)
}

/** Enters by a link: requests as a guest makes them. */
export async function guestOf(
  service: Pick<TestService, 'address'>,
  { secret }: MadeLink,
  more: object = {},
): Promise<SessionTestCaller> {
  const answer = await knock(service, secret, more)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return sessionCaller(service.address, cookieOf(answer))
}

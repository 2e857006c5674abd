import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { guestOf, knock, madeLink } from './guests.ts'
import { until } from './listening.ts'
import { type Received, type Receiver, startReceiver } from './receiver.ts'
import { callerWith, type Film, sessionCaller, signIn, type TestService, type TestUser } from './service.ts'

const password = 'open sesame'
const secret = 'a-secret-of-our-own'

/** What people and programs hold of an installation, so that it can be seen whether it opens another that was made of it. */
export interface HeldKeys {
  /** Uses each of them at that address. */
  assertOpen(address: string): Promise<void>
  end(): Promise<void>
}

/** A token, a session, a link with a password, a guest who has entered by it, and the receiver of a webhook, which the service may not send to yet. */
export async function heldKeys(
  service: Pick<TestService, 'address'>,
  user: TestUser,
  film: Film,
): Promise<HeldKeys> {
  const receiver = await startReceiver()
  const session = await signIn(service, user)
  const link = await madeLink(user, film.projectId, { password })
  const guest = await guestOf(service, link, { password })
  const hook = { url: receiver.url, events: ['asset.created'], secret }
  assert.equal((await user.send('POST', '/api/webhooks', hook)).status, 201)
  return {
    assertOpen: async (address) => {
      const taken = await callerWith(address, user.token).ingest(film.capture)
      assert.equal(taken.status, 200)
      const account = await sessionCaller(address, session.cookie).get('/api/account')
      assert.deepEqual([account.status, account.body.data.id], [200, user.id])
      assert.equal((await sessionCaller(address, guest.cookie).get(`/api/links/${link.id}`)).status, 200)
      const wrong = await knock({ address }, link.secret, { password: 'wrong' })
      assert.equal(wrong.status, 401)
      const entered = await guestOf({ address }, link, { password })
      assert.equal((await entered.get(`/api/links/${link.id}`)).status, 200)
      const { headers, body } = await told(receiver, taken.body.asset.id)
      const signed = createHmac('sha256', secret).update(`${headers['x-service-timestamp']}.${body}`)
      assert.equal(headers['x-service-signature'], `sha256=${signed.digest('hex')}`)
    },
    end: () => receiver.close(),
  }
}

/** The webhook that tells of a version. */
async function told({ received }: Receiver, versionId: string): Promise<Received> {
  const find = () => received.find(({ body }) => body.includes(versionId))
  await until(`a webhook tells of version ${versionId}`, () => find() !== undefined)
  return find()!
}

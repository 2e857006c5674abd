import { statement } from '../db/statement.ts'
import { type Answer, callerWith, type TestCaller, type TestService, type TestUser } from './service.ts'

export const day = 24 * 60 * 60 * 1000

const setExpiry = statement((db, { id, expiresAt }: { id: string; expiresAt: string }) =>
  db.updateTable('tokens').set({ expires_at: expiresAt }).where('id', '=', id),
)

// biome-ignore lint/suspicious/noExplicitAny: tests look into tokens of every shape
type AnyToken = any

/** Requests about tokens; `user` has them all. */
export function managing(service: TestService, user: TestUser) {
  const { address, db } = service
  const post = (caller: TestCaller, body: object): Promise<Answer> => caller.send('POST', '/api/tokens', body)
  const list = async (caller: TestCaller): Promise<AnyToken[]> =>
    (await caller.get('/api/tokens?limit=100')).body.data
  return {
    post,
    patch: (caller: TestCaller, id: string, body: object) => caller.send('PATCH', `/api/tokens/${id}`, body),
    rotate: (caller: TestCaller, id: string, body: object = {}) =>
      caller.send('POST', `/api/tokens/${id}/rotate`, body),
    revoke: (caller: TestCaller, id: string) => caller.send('DELETE', `/api/tokens/${id}`, undefined),
    list,
    /** As the list has it. */
    shown: async (id: string): Promise<AnyToken> => (await list(user)).find((one) => one.id === id),
    /** A token made by the user, or with a token of the user's, and requests made with it. */
    make: async (body: object = {}, creator: TestCaller = user): Promise<AnyToken> => {
      const answer = await post(creator, { name: 'tool', ...body })
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
      const { token, ...made } = answer.body.data
      return { ...made, caller: callerWith(address, token) }
    },
    expireIn: (id: string, milliseconds: number) =>
      db.transaction((transaction) =>
        transaction.run(setExpiry, { id, expiresAt: new Date(Date.now() + milliseconds).toISOString() }),
      ),
    works: async (caller: TestCaller) => (await caller.get('/api/extension/platforms')).status === 200,
  }
}

/** What a token may, of all that it is. */
export function accessOf({ permissions, projectIds, rateLimit }: AnyToken) {
  return { permissions, projectIds, rateLimit }
}

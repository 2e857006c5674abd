import type { OpenLink } from '@dailies/contract/guest.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { randomKey } from '../../../../sdk/src/capture-keys.ts'
import { call, type Input } from '../../api/call.ts'
import { outdate, pages } from '../../api/queries.ts'
import { withLast } from '../../comments/comments-changed.ts'
import { sendWaiting } from '../../waiting/send-waiting.ts'
import { useWaitingOf } from '../../waiting/use-waiting-of.ts'
import { keepWaiting, type Waiting } from '../../waiting/waiting.ts'
import { isGone } from './use-gone.ts'

/** Whoever enters a link anew under the same name goes on with what waits: to the service, they are another guest. */
export function whoIs({ id, guest }: Pick<OpenLink, 'id' | 'guest'>): string {
  return `${id}.${guest.name}`
}

/** What a guest said goes out, and what was left of before does. */
export function useSaidByGuest(link: OpenLink): void {
  const queryClient = useQueryClient()
  const send = () =>
    void sendWaiting({
      who: () => whoIsIn(queryClient, link.id),
      send: async (one) => {
        await sendOne(queryClient, link.id, one)
        return true
      },
    })
  useWaitingOf(whoIs(link), { isIn: true, send })
}

/** Undefined where the link opens nothing any more: what was said waits for whoever enters again. */
async function whoIsIn(queryClient: QueryClient, id: string): Promise<string | undefined> {
  try {
    return whoIs((await call('readOpenLink', { params: { id } })).data)
  } catch (error) {
    if (!isGone(error)) throw error
    void outdate(queryClient, 'listGuestTakes')
    return undefined
  }
}

async function sendOne(queryClient: QueryClient, id: string, one: Waiting): Promise<void> {
  const params = { id, versionId: one.assetVersionId }
  try {
    if (one.kind === 'verdict') {
      await call('giveGuestVerdict', { params, body: one.body })
      await outdate(queryClient, 'listGuestTakes')
      return
    }
    const { parentId, text, range, drawing, key } = one.body
    const { data } = await call('createGuestComment', {
      params,
      body: { parentId, text, range, drawing, key },
    })
    const { queryKey } = pages('listGuestComments', { params })
    queryClient.setQueryData(queryKey, (known) => known && withLast(known, data))
    void outdate(queryClient, 'listGuestComments')
  } catch (error) {
    // Whatever was refused may be so because the link lets its guests do less than before.
    void outdate(queryClient, 'listGuestTakes', 'readOpenLink')
    throw error
  }
}

/** Keeps what is said until it is sent: so it is said once, however often that is tried. */
export function say(
  link: OpenLink,
  takeId: string,
  comment: Pick<Input<'createGuestComment'>['body'], 'parentId' | 'text' | 'range' | 'drawing'>,
): void {
  const body = { ...comment, key: randomKey() }
  keepWaiting({ kind: 'comment', ...ofNow(link, takeId), mentions: [], body })
}

/** Likewise a verdict. */
export function judge(link: OpenLink, takeId: string, verdict: Input<'giveGuestVerdict'>['body']): void {
  keepWaiting({ kind: 'verdict', ...ofNow(link, takeId), body: { ...verdict, key: randomKey() } })
}

function ofNow(link: OpenLink, assetVersionId: string) {
  return { whose: whoIs(link), assetVersionId, writtenAt: new Date().toISOString() }
}

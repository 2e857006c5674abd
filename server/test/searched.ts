import { endpoints } from '@dailies/contract/endpoints.ts'
import { request } from './service.ts'

/** The ids of the asset versions that a search finds, once its index has all there is. */
export async function searched({ address, token }: { address: string; token: string }, q: string) {
  for (;;) {
    const { status, body } = await request(
      `${address}${endpoints.search.path}?${new URLSearchParams({ q })}`,
      {
        headers: { authorization: `Bearer ${token}` },
      },
    )
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    if (body.metadata.waiting === 0) return (body.data as { id: string }[]).map(({ id }) => id)
  }
}

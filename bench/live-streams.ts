/** Opens live streams and notes when each hears of what: a process of its own that `live.ts` starts. */
import { get } from 'node:http'

interface Order {
  address: string
  tokens: string[]
}

/** By asset version, when each stream heard of it, in milliseconds since 1970. */
const heard = new Map<string, number[]>()

process.on('message', async (order: Order | 'take') => {
  if (order === 'take') {
    process.send?.([...heard])
    heard.clear()
    return
  }
  for (const token of order.tokens) await open(order.address, token)
  process.send?.('open')
})

function open(address: string, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    get(`${address}/api/live`, { headers, agent: false }, (response) => {
      response.setEncoding('latin1')
      response.on('data', (text: string) => {
        resolve()
        const now = Date.now()
        for (const [, id] of text.matchAll(/"assetVersionId":"([^"]+)"/g)) {
          const times = heard.get(id!)
          if (times) times.push(now)
          else heard.set(id!, [now])
        }
      })
    }).on('error', reject)
  })
}

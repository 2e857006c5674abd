import { after, before, describe, test } from 'node:test'
import { engines } from '../test/engines.ts'
import { type Sending, startSending } from '../test/sending.ts'
import { surviveFaults } from '../test/worker-faults.ts'

const runs = 500

for (const engine of engines) {
  describe(`a worker whose database fails it, on ${engine}`, () => {
    let sending: Sending

    before(async () => {
      sending = await startSending(engine)
    })
    after(() => sending.close())

    test(`delivers everything, and holds up nobody for more than 20 s, at ${runs} faults`, () =>
      surviveFaults(sending, runs))
  })
}

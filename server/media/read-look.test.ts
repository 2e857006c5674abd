import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { mostPictureBytes } from '@dailies/contract/search.ts'
import { engines } from '../test/engines.ts'
import { until } from '../test/listening.ts'
import { scenery } from '../test/looks.ts'
import { request, type TestService, type TestUser, testService, testUser } from '../test/service.ts'

for (const engine of engines) {
  describe(`a picture that is sent to be looked at, on ${engine}`, () => {
    let service: TestService
    let [ada, ben]: TestUser[] = []
    let picture: Buffer
    before(async () => {
      service = await testService(engine, { DAILIES_WEBHOOK_WORKER: 'false' })
      ada = await testUser(service)
      ben = await testUser(service)
      picture = await scenery(1)
    })
    after(() => service.close())

    /** What is there of pictures that come, or came: in the folder that the process has for it. */
    const incoming = async (): Promise<string[]> => {
      const place = join(service.place.settings.dataFolder, 'media', 'incoming')
      const folders = (await readdir(place)).filter((name) => !name.endsWith('.lock'))
      return (await Promise.all(folders.map((name) => readdir(join(place, name))))).flat()
    }

    const whole = (user: TestUser) =>
      request(`${service.address}/api/search/look`, {
        method: 'POST',
        headers: { authorization: `Bearer ${user.token}` },
        body: new Uint8Array(picture),
      })

    /** One that says of no length, to be written to. */
    function begin(user: TestUser): ClientRequest {
      const sent = httpRequest(`${service.address}/api/search/look`, {
        method: 'POST',
        headers: { authorization: `Bearer ${user.token}` },
      })
      // Where the service or the test ends it.
      sent.on('error', () => {})
      return sent
    }

    test('slowly keeps nobody else waiting, and leaves nothing where its client leaves', async () => {
      const slow = begin(ada!)
      slow.write(picture.subarray(0, 1000))
      await until('the first bytes are there', async () => (await incoming()).length > 0)
      const slowly = await incoming()
      let isAnswered = false
      const own = Array.from({ length: 5 }, async () => {
        const { status } = await whole(ada!)
        isAnswered = true
        return status
      })
      assert.equal((await whole(ben!)).body.data.problem, null)
      assert.equal((await whole(ben!)).body.data.problem, null)
      assert.equal(isAnswered, false, 'one of a user at a time')
      assert.deepEqual(await incoming(), slowly, 'of those that wait nothing is read')
      slow.destroy()
      assert.deepEqual(await Promise.all(own), [200, 200, 200, 200, 200])
      await until('nothing is left', async () => (await incoming()).length === 0)
    })

    test('without end is refused as soon as it is too large', async () => {
      const endless = begin(ada!)
      const answered = once(endless, 'response') as Promise<[IncomingMessage]>
      let isOver = false
      answered.finally(() => {
        isOver = true
      })
      let sent = 0
      const piece = Buffer.alloc(2 ** 20)
      while (!isOver && sent < 1024 * piece.length) {
        sent += piece.length
        await new Promise((resolve) => {
          endless.once('close', resolve)
          endless.write(piece, resolve)
        })
      }
      const [answer] = await answered
      assert.equal(answer.statusCode, 413)
      assert.ok(sent < 4 * mostPictureBytes, `${sent}`)
      endless.destroy()
      await until('nothing is left', async () => (await incoming()).length === 0)
      assert.equal((await whole(ada!)).status, 200)
    })
  })
}

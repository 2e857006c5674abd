import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { onNodes } from './many-nodes.ts'
import { isThere, nginx } from './proxies.ts'

/** Kills random nodes of three behind nginx, under load: nothing is lost, missed or filed twice. */
export function testNodeKills(kills: number): void {
  const there = isThere(nginx) ? '' : ', which is not on this machine: not tried'
  describe(`three nodes behind nginx${there}`, { timeout: 60_000 + kills * 20_000 }, () => {
    if (there) return

    test(`${kills} of them are killed, one after the other: requests get 503 with Retry-After at worst`, () =>
      onNodes(async ({ load, nodes, start, stream, check }) => {
        for (let kill = 1; kill <= kills; kill += 1) {
          await load.goesOn(20)
          const index = Math.floor(Math.random() * nodes.length)
          assert.equal((await nodes[index]!.kill('SIGKILL')).signal, 'SIGKILL')
          await load.goesOn(20)
          await start(index)
        }
        await load.goesOn()
        await check()
        console.log(
          `${kills} kills: ${load.acknowledged.size} captures, ${load.answered} requests, of which ${load.refused} were ` +
            `refused, the longest wait ${Math.round(load.longest)} ms; the stream came back ${stream.comesBack} times`,
        )
      }))

    test('each is stopped and started again, and the proxy reads its configuration again: no request is lost', () =>
      onNodes(async ({ load, nodes, start, reload, check }) => {
        for (const index of nodes.keys()) {
          await load.goesOn(20)
          assert.equal((await nodes[index]!.kill('SIGTERM')).code, 0)
          await start(index)
          await load.goesOn(20)
          await reload()
        }
        await load.goesOn()
        await check()
        assert.equal(load.refused, 0)
      }))
  })
}

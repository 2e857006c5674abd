import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type PieceReply, portName } from '../media/messages.ts'
import { pieceSize } from '../media/piece.ts'
import { openPageStage, type PageStage, type StagedPage } from './testing/page-stage.ts'

describe('Media that a page holds', () => {
  let stage: PageStage

  before(async () => {
    stage = await openPageStage()
  })
  after(() => stage.end())

  /** Captures a blob of so many bytes, larger than what goes along with a capture, and lets go of its address. */
  async function captured(size: number): Promise<{ page: StagedPage; heldAs: string }> {
    const page = await stage.open({ html: '<img id="one" width="300" height="200" alt="">' })
    await page.page.locator('#one').evaluate((image, size) => {
      const bytes = Uint8Array.from({ length: size }, (_, at) => at % 251)
      ;(image as HTMLImageElement).src = URL.createObjectURL(new Blob([bytes]))
    }, size)
    await page.order({ order: 'capture' })
    while ((await page.sightings()).length === 0) await page.drawn()
    await page.page.locator('#one').evaluate((image) => URL.revokeObjectURL((image as HTMLImageElement).src))
    const [sighting] = await page.sightings()
    assert.equal(sighting!.bytes, undefined)
    return { page, heldAs: sighting!.heldAs! }
  }

  const sizes = (replies: unknown[]) =>
    (replies as PieceReply[]).map((reply) =>
      'problem' in reply ? reply.problem : [Buffer.from(reply.piece, 'base64').length, reply.isLast],
    )

  test('are handed over piece by piece as they are asked for, and once', async () => {
    const size = 2 * pieceSize + 1000
    const { page, heldAs } = await captured(size)
    const asks = [0, pieceSize, 2 * pieceSize].map((at) => ({ heldAs, at }))
    const replies = await page.ask(portName, asks)
    assert.deepEqual(sizes(replies), [
      [pieceSize, false],
      [pieceSize, false],
      [1000, true],
    ])
    const whole = Buffer.concat(
      (replies as { piece: string }[]).map(({ piece }) => Buffer.from(piece, 'base64')),
    )
    assert.ok(whole.equals(Buffer.from(Uint8Array.from({ length: size }, (_, at) => at % 251))))
    assert.deepEqual(sizes(await page.ask(portName, [{ heldAs, at: 0 }])), ['gone'])
    await page.close()
  })

  test('are gone on with where a hand-over was broken off', async () => {
    const { page, heldAs } = await captured(2 * pieceSize + 1000)
    await page.ask(portName, [{ heldAs, at: 0 }])
    assert.deepEqual(sizes(await page.ask(portName, [{ heldAs, at: pieceSize }])), [[pieceSize, false]])
    await page.close()
  })

  test('are given to nobody who does not know their name, nor from a byte that is not the next', async () => {
    const { page, heldAs } = await captured(2 * pieceSize + 1000)
    assert.deepEqual(sizes(await page.ask(portName, [{ heldAs: 'guessed', at: 0 }])), ['gone'])
    const again = [
      { heldAs, at: 0 },
      { heldAs, at: 5 },
    ]
    assert.deepEqual(sizes(await page.ask(portName, again)), [[pieceSize, false], 'closed'])
    await page.close()
  })
})

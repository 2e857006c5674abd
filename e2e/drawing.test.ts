import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { becomes } from './becomes.ts'
import { holdRequests } from './hold-requests.ts'
import { hasFocus, tabTo } from './keyboard.ts'
import { type MediaStage, openMediaStage, still } from './media-stage.ts'
import { numberedFilm } from './numbered-film.ts'
import { keptFilm, openPlayer } from './player-stage.ts'
import { looks, screenshot, settled, violations } from './stage.ts'
import { drag } from './together-stage.ts'

describe('drawing on a frame', () => {
  let stage: MediaStage
  let film: string
  let picture: string

  before(async () => {
    stage = await openMediaStage()
    film = await keptFilm(stage, await numberedFilm({ rate: '24', frames: 48 }), 'Sketched')
    picture = await stage.kept({ title: 'Still' }, still(5))
  })
  after(() => stage?.end())

  async function startDrawing(page: Page): Promise<{ pad: Locator; shapes: Locator }> {
    await page.getByRole('button', { name: 'Draw on the frame' }).click()
    const pad = page.getByRole('group', { name: /^Draw on the frame/ })
    await pad.waitFor()
    return { pad, shapes: pad.locator('[data-shape]') }
  }

  const kinds = (shapes: Locator) =>
    shapes.evaluateAll((all) => all.map((shape) => shape.getAttribute('data-shape')))

  test('with the mouse: pen, arrow, rectangle and ellipse, one erased, undone and done again', async () => {
    const { page, goTo } = await openPlayer(stage, film, 'Sketched')
    await goTo(20)
    const { pad, shapes } = await startDrawing(page)
    await drag(page, pad, [0.1, 0.1], [0.3, 0.3])
    for (const [tool, at] of [
      ['Arrow', 0.4],
      ['Rectangle', 0.55],
      ['Ellipse', 0.75],
    ] as const) {
      await page.getByRole('button', { name: tool, exact: true }).click()
      await drag(page, pad, [at, at], [at + 0.12, at + 0.12])
    }
    await becomes(() => kinds(shapes), ['pen', 'arrow', 'rectangle', 'ellipse'])
    await page.getByRole('button', { name: 'Erase a shape' }).click()
    await drag(page, pad, [0.55, 0.6], [0.55, 0.6])
    await becomes(() => kinds(shapes), ['pen', 'arrow', 'ellipse'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await becomes(() => kinds(shapes), ['pen', 'arrow', 'rectangle', 'ellipse'])
    await page.getByRole('button', { name: 'Redo' }).click()
    await becomes(() => kinds(shapes), ['pen', 'arrow', 'ellipse'])
    await page.getByRole('button', { name: 'Clear the drawing' }).click()
    await becomes(() => shapes.count(), 0)
    await stage.close(page)
  })

  test('with the keyboard alone: a rectangle, a text, and one erased', async () => {
    const { page, goTo, reported } = await openPlayer(stage, film, 'Sketched')
    await goTo(20)
    await tabTo(page.getByRole('button', { name: 'Draw on the frame' }))
    await page.keyboard.press('Enter')
    const pad = page.getByRole('group', { name: /^Draw on the frame/ })
    const shapes = pad.locator('[data-shape]')
    const rectangle = page.getByRole('button', { name: 'Rectangle', exact: true })
    await rectangle.waitFor()
    const back = async (target: Locator) => {
      for (let press = 0; press < 60 && !(await hasFocus(target)); press += 1)
        await page.keyboard.press('Shift+Tab')
    }
    await back(rectangle)
    await page.keyboard.press('Enter')
    await back(pad)
    await page.keyboard.press('Enter')
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'Shift+ArrowDown'])
      await page.keyboard.press(key)
    await page.keyboard.press('Enter')
    await becomes(() => kinds(shapes), ['rectangle'])
    const drawn = (await shapes.first().boundingBox())!
    const plane = (await pad.boundingBox())!
    assert.ok(Math.abs(drawn.x - (plane.x + plane.width / 2)) < 4, JSON.stringify({ drawn, plane }))
    assert.equal(await reported(), 20)
    await tabTo(page.getByRole('button', { name: 'Text', exact: true }))
    await page.keyboard.press('Enter')
    await back(pad)
    await page.keyboard.press('Enter')
    await becomes(() => hasFocus(page.getByLabel('Text on the frame')), true)
    await page.keyboard.type('Too bright')
    await page.keyboard.press('Enter')
    await becomes(() => kinds(shapes), ['rectangle', 'text'])
    await becomes(() => hasFocus(pad), true)
    await page.keyboard.press('Delete')
    await becomes(() => kinds(shapes), ['rectangle'])
    await page.keyboard.press('Control+z')
    await becomes(() => kinds(shapes), ['rectangle', 'text'])
    await stage.close(page)
  })

  test('a stylus that is pressed harder draws a thicker line', async () => {
    const { page } = await openPlayer(stage, film, 'Sketched')
    const { pad, shapes } = await startDrawing(page)
    const { x, y, width, height } = (await pad.boundingBox())!
    const tablet = await page.context().newCDPSession(page)
    for (const [row, force] of [
      [0.3, 0.1],
      [0.7, 0.9],
    ] as const) {
      const pen = { pointerType: 'pen', button: 'left', y: y + height * row, clickCount: 1 } as const
      const at = (share: number) => x + width * share
      await tablet.send('Input.dispatchMouseEvent', { ...pen, type: 'mousePressed', x: at(0.2), force })
      for (const share of [0.4, 0.6])
        await tablet.send('Input.dispatchMouseEvent', {
          ...pen,
          type: 'mouseMoved',
          x: at(share),
          force,
          buttons: 1,
        })
      await tablet.send('Input.dispatchMouseEvent', { ...pen, type: 'mouseReleased', x: at(0.6), force: 0 })
    }
    await becomes(() => kinds(shapes), ['pen', 'pen'])
    const heights = await shapes.evaluateAll((all) =>
      all.map((shape) => {
        const width = Number(shape.getAttribute('stroke-width'))
        return width || (shape as SVGGraphicsElement).getBBox().height
      }),
    )
    assert.ok(heights[1]! > 2 * heights[0]!, String(heights))
    await stage.close(page)
  })

  test('who wants to draw before there is where to write draws once there is', async () => {
    const page = await stage.open('/projects')
    const letThrough = await holdRequests(page, /\/static\/review-[\w-]{8}\.js$/)
    await page.goto(`${stage.service.address}/assets/${film}`)
    await page.getByRole('button', { name: 'Draw on the frame' }).click()
    const pad = page.getByRole('group', { name: /^Draw on the frame/ })
    assert.equal(await pad.count(), 0)
    letThrough()
    await pad.waitFor()
    await stage.close(page)
  })

  test('on a phone one finger draws, and two do not', async () => {
    const { page } = await openPlayer(stage, film, 'Sketched', { size: 'phone' })
    const { pad, shapes } = await startDrawing(page)
    await pad.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await pad.boundingBox())!
    const touch = await page.context().newCDPSession(page)
    const at = (share: number, id = 0) => ({ x: x + width * share, y: y + height * (0.3 + 0.3 * id), id })
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: ReturnType<typeof at>[]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints })
    await send('touchStart', at(0.2))
    await send('touchMove', at(0.4))
    await send('touchMove', at(0.6))
    await send('touchEnd')
    await becomes(() => kinds(shapes), ['pen'])
    await send('touchStart', at(0.2))
    await send('touchMove', at(0.3))
    await send('touchStart', at(0.3), at(0.5, 1))
    await send('touchMove', at(0.5), at(0.7, 1))
    await send('touchEnd')
    await becomes(() => kinds(shapes), ['pen'])
    await screenshot(page, 'drawing-phone')
    await stage.close(page)
  })

  test('what is drawn stays at its place in the picture, however large that is', async () => {
    const { page } = await openPlayer(stage, film, 'Sketched')
    const { pad, shapes } = await startDrawing(page)
    await page.getByRole('button', { name: 'Rectangle', exact: true }).click()
    await drag(page, pad, [0.25, 0.25], [0.75, 0.75])
    const place = async () => {
      const [shape, video] = [
        (await shapes.first().boundingBox())!,
        (await page.locator('video').boundingBox())!,
      ]
      return [
        (shape.x + shape.width / 2 - video.x) / video.width,
        (shape.y + shape.height / 2 - video.y) / video.height,
        shape.width / video.width,
      ].map((value) => Math.round(value * 50) / 50)
    }
    await becomes(place, [0.5, 0.5, 0.5])
    for (const size of [
      { width: 800, height: 900 },
      { width: 1900, height: 600 },
    ]) {
      await page.setViewportSize(size)
      await becomes(place, [0.5, 0.5, 0.5])
    }
    await stage.close(page)
  })

  test('the frame is saved as a picture with what was drawn on it', async () => {
    const { page, goTo } = await openPlayer(stage, film, 'Sketched')
    await goTo(5)
    const { pad } = await startDrawing(page)
    await page.getByRole('button', { name: 'Green', exact: true }).click()
    await page.getByLabel('Width of lines').selectOption('Thick')
    await drag(page, pad, [0.1, 0.25], [0.9, 0.25])
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save this frame as a picture' }).click()
    const download = await saving
    assert.equal(download.suggestedFilename(), 'Sketched frame 5.png')
    const png = (await buffer(await download.createReadStream())).toString('base64')
    const pixels = await page.evaluate(async (png) => {
      const bytes = Uint8Array.from(atob(png), (one) => one.charCodeAt(0))
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const paint = new OffscreenCanvas(image.width, image.height).getContext('2d')!
      paint.drawImage(image, 0, 0)
      const at = (x: number, y: number) => [...paint.getImageData(x, y, 1, 1).data.slice(0, 3)]
      return { width: image.width, drawn: at(160, 45), set: at(310, 120), unset: at(290, 120) }
    }, png)
    assert.equal(pixels.width, 320)
    assert.deepEqual(pixels.drawn, [0x2f, 0xd3, 0x6b])
    // Frame 5 ends with the bits 1, 0, 1.
    assert.ok(pixels.set[0]! > 200 && pixels.unset[0]! < 60, JSON.stringify(pixels))
    await stage.close(page)
  })

  test('a picture is drawn on as a film is', async () => {
    const page = await stage.open(`/assets/${picture}`)
    await page.getByRole('group', { name: /^Picture/ }).waitFor()
    await settled(page)
    const { pad, shapes } = await startDrawing(page)
    await drag(page, pad, [0.2, 0.2], [0.4, 0.4])
    await becomes(() => kinds(shapes), ['pen'])
    await stage.close(page)
  })

  for (const look of looks) {
    test(`axe-core finds nothing wrong in ${look.theme} on a ${look.size}`, async () => {
      const { page, goTo } = await openPlayer(stage, film, 'Sketched', look)
      await goTo(20)
      const { pad, shapes } = await startDrawing(page)
      await pad.focus()
      for (const key of ['Enter', 'ArrowRight', 'ArrowDown', 'ArrowRight', 'Enter'])
        await page.keyboard.press(key)
      await becomes(() => shapes.count(), 1)
      await settled(page)
      assert.deepEqual(await violations(page), [])
      await screenshot(page, `drawing-${look.theme}-${look.size}`)
      await stage.close(page)
    })
  }
})

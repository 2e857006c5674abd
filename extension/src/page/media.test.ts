import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { becomes } from '../../../e2e/becomes.ts'
import type { Sighting } from '../capture/sighting.ts'
import { openPageStage, type PageStage, type StagedPage } from './testing/page-stage.ts'

const at = 'https://pictures.example'

describe('What a page has to capture', () => {
  let stage: PageStage
  before(async () => {
    stage = await openPageStage()
  })
  after(() => stage.end())

  test('is pictures, videos and sounds, but no icons, avatars and empty elements', async () => {
    const page = await stage.open({
      html: `
        <img src="/picture.png" width="300" height="200" alt="a picture">
        <img src="/wide.png" width="240" height="135" alt="a wide one">
        <video src="/video.mp4" width="300" height="200"></video>
        <audio controls src="/sound.mp3"></audio>
        <div id="host"></div>
        <img src="/avatar.png" width="96" height="96" alt="an avatar">
        <img src="/icon.png?w=32&h=32" width="300" height="300" alt="an icon, blown up">
        <img src="/hidden.png" width="300" height="200" alt="hidden" style="display: none">
        <img width="300" height="200" alt="empty">
        <canvas width="300" height="200"></canvas>
        <div style="width: 300px; height: 200px; background: url(/background.png)"></div>
        <script>
          const root = document.getElementById('host').attachShadow({ mode: 'open' })
          root.innerHTML = '<img src="/shadow.png" width="300" height="200" alt="in a shadow root">'
        </script>`,
    })
    await page.page.locator('#host img').evaluate((image) => (image as HTMLImageElement).decode())
    assert.deepEqual(await captureAll(page), [
      `${at}/picture.png`,
      `${at}/wide.png`,
      `${at}/video.mp4`,
      `${at}/sound.mp3`,
      `${at}/shadow.png`,
    ])
    await page.close()
  })

  test('has the address of the best file that the page names', async () => {
    const page = await stage.open({
      html: `
        <img id="set" width="300" height="200" alt="" src="/s.png" sizes="300px"
          srcset="/s-300.png 300w, /s,with,commas-600.png 600w, /s-1200.png 1200w">
        <picture>
          <source media="(min-width: 9000px)" srcset="/huge.png 4000w">
          <source media="(min-width: 100px)" srcset="/art-1.png 1x, /art-3.png 3x, /art-2.png 2x">
          <img id="picture" width="300" height="200" alt="" src="/fallback.png">
        </picture>
        <a href="/original/full%20size.PNG?download=1"><img id="linked" width="300" height="200" alt="" src="/thumb.png"></a>
        <a href="/works/1.html"><img id="unlinked" width="300" height="200" alt="" src="/work.png"></a>
        <video id="sources" width="300" height="200" poster="/poster.jpg"><source src="/v.webm"></video>`,
    })
    const found: Record<string, string> = {}
    for (const id of ['set', 'picture', 'linked', 'unlinked', 'sources']) {
      found[id] = (await sightingAt(page, `#${id}`)).mediaUrl.slice(at.length)
    }
    assert.deepEqual(found, {
      set: '/s-1200.png',
      picture: '/art-3.png',
      linked: '/original/full%20size.PNG?download=1',
      unlinked: '/work.png',
      sources: '/v.webm',
    })
    const video = await sightingAt(page, '#sources')
    assert.equal(video.kind, 'video')
    assert.equal(video.thumbnailUrl, `${at}/poster.jpg`)
    await page.close()
  })

  test('is told of with where it was found, its size and what the page says of it', async () => {
    const page = await stage.open({
      html: `<!doctype html><html lang="en"><head><title>Storms</title></head><body><figure>
        <img src="/1.png" width="300" height="200" alt="1.png">
        <figcaption>a lighthouse in a storm, 35mm film still</figcaption></figure></body></html>`,
    })
    const { heldAs, ...sighting } = await sightingAt(page, 'img')
    assert.ok(heldAs)
    assert.deepEqual(sighting, {
      kind: 'image',
      mediaUrl: `${at}/1.png`,
      pageUrl: `${at}/`,
      pageTitle: 'Storms',
      width: 768,
      height: 512,
      readings: [
        { source: { kind: 'page' }, prompt: 'a lighthouse in a storm, 35mm film still', title: 'Storms' },
      ],
    })
    await page.close()
  })

  test('has no prompt when nothing on the page can have been one', async () => {
    const page = await stage.open({
      html: '<img src="/1.png" width="300" height="200" alt="Generated image">',
    })
    assert.deepEqual((await sightingAt(page, 'img')).readings, [
      { source: { kind: 'page' }, title: 'Pictures' },
    ])
    await page.close()
  })

  test('is described by Open Graph only where the page says it of these very media', async () => {
    const page = await stage.open({
      html: `<!doctype html><html lang="en"><head><title>Storms</title>
        <meta property="og:image" content="${at}/own.png">
        <meta property="og:title" content="Keeper of the light">
        <meta property="og:description" content="a lighthouse in a storm at dusk">
        </head><body>
        <img id="own" src="/own.png" width="300" height="200" alt="">
        <img id="other" src="/other.png" width="300" height="200" alt=""></body></html>`,
    })
    const [own] = (await sightingAt(page, '#own')).readings
    assert.equal(own?.prompt, 'a lighthouse in a storm at dusk')
    assert.equal(own?.title, 'Keeper of the light')
    const [other] = (await sightingAt(page, '#other')).readings
    assert.equal(other?.prompt, undefined)
    assert.equal(other?.title, 'Storms')
    await page.close()
  })

  test('has the text as prompt that the user selected', async () => {
    const page = await stage.open({
      html: `<p>two moons over a salt flat</p>
        <img src="/1.png" width="300" height="200" alt="a lighthouse in a storm">`,
    })
    await page.page.locator('p').selectText()
    assert.equal((await sightingAt(page, 'img')).readings[0]?.prompt, 'two moons over a salt flat')
    await page.close()
  })

  test('comes with its bytes where only the page can read it, if they are no more than 8 MiB', async () => {
    const page = await stage.open({
      // A page that forbids to fetch anything.
      headers: { 'content-security-policy': "connect-src 'none'" },
      html: `
        <img id="data" width="300" height="200" alt="">
        <img id="svg" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E" width="300" height="200" alt="">
        <img id="large" width="300" height="200" alt="">
        <img id="web" src="/1.png" width="300" height="200" alt="">`,
    })
    const address = await page.page.locator('#data').evaluate((image) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 300, height: 200 })
      ;(image as HTMLImageElement).src = canvas.toDataURL()
      return (image as HTMLImageElement).src
    })
    await page.page.locator('#large').evaluate((image) => {
      ;(image as HTMLImageElement).src = `data:image/png;base64,${'A'.repeat(12 * 1024 * 1024)}`
    })
    const data = await sightingAt(page, '#data')
    assert.equal(data.bytes, address.split(',')[1])
    // The address of data is the data, which goes along once.
    assert.equal(data.mediaUrl, 'data:image/png;base64,')
    const svg = await sightingAt(page, '#svg')
    assert.equal(Buffer.from(svg.bytes!, 'base64').toString(), "<svg xmlns='http://www.w3.org/2000/svg'/>")
    const large = await sightingAt(page, '#large')
    assert.equal(large.bytes, undefined)
    assert.equal(large.mediaUrl, 'data:image/png;base64,')
    assert.equal((await sightingAt(page, '#web')).bytes, undefined)
    await page.close()
  })

  test('comes with the bytes of a blob, if they are no more than 8 MiB', async () => {
    const page = await stage.open({ html: '<img width="300" height="200" alt="">' })
    const showBlob = (size: number) =>
      page.page.locator('img').evaluate((image, size) => {
        const bytes = new Uint8Array(size).fill(7)
        ;(image as HTMLImageElement).src = URL.createObjectURL(new Blob([bytes], { type: 'image/png' }))
      }, size)
    await showBlob(3)
    const small = await sightingAt(page, 'img')
    assert.match(small.mediaUrl, /^blob:/)
    assert.deepEqual([...Buffer.from(small.bytes!, 'base64')], [7, 7, 7])
    await showBlob(8 * 1024 * 1024)
    assert.equal((await sightingAt(page, 'img')).bytes?.length, Math.ceil((8 * 1024 * 1024) / 3) * 4)
    await showBlob(8 * 1024 * 1024 + 1)
    assert.equal((await sightingAt(page, 'img')).bytes, undefined)
    await page.close()
  })
})

/** By choosing all of them. */
async function captureAll(page: StagedPage): Promise<string[]> {
  await page.order({ order: 'grid' })
  await page.page.getByRole('button', { name: 'Select all' }).click()
  await page.page.getByRole('button', { name: /^Capture \d/ }).click()
  await page.page
    .getByText(/^Stored, and on their way: \d/)
    .first()
    .waitFor()
  return (await page.sightings()).map(({ mediaUrl }) => mediaUrl)
}

/** By the keyboard's command, with the pointer there. */
async function sightingAt(
  { page, order, drawn, sightings }: StagedPage,
  selector: string,
): Promise<Sighting> {
  const before = (await sightings()).length
  await page.locator(selector).hover()
  await drawn()
  await order({ order: 'capture' })
  await becomes(async () => (await sightings()).length > before, true)
  return (await sightings()).at(-1)!
}

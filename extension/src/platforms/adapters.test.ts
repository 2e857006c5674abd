import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { becomes } from '../../../e2e/becomes.ts'
import type { Sighting } from '../capture/sighting.ts'
import { openPageStage, type PageStage, type StagedPage } from '../page/testing/page-stage.ts'
import { adapters } from './adapters.ts'

interface Expected {
  platform: string
  url: string
  /** Media on the fixture by a selector, and what is told of each: `media` where that is another address. */
  media: Record<
    string,
    { reading: object; media?: string; kind?: Sighting['kind']; thumbnail?: string; bytes?: true }
  >
  /** Nothing that the platform made. */
  other: string
  /** What the fixture no longer has when the page has changed, and media on which that shows. */
  changed: { without: [string | RegExp, string][]; media: string }
}

const lighthouse = 'a lighthouse in a storm, 35mm film still'

const expected: Expected[] = [
  {
    platform: 'midjourney',
    url: 'https://www.midjourney.com/jobs/15e0f6f8-2e0c-4dd8-9b1c-6d3f1f1b6a77?index=1',
    media: {
      '.opened': {
        reading: {
          prompt: lighthouse,
          negativePrompt: 'people, boats',
          modelName: 'Midjourney v7',
          externalAssetId: '15e0f6f8-2e0c-4dd8-9b1c-6d3f1f1b6a77',
          metadata: {
            index: 1,
            seed: 42,
            parameters: '--ar 16:9 --v 7 --no people, boats --raw --seed 42',
          },
        },
        media: 'https://cdn.midjourney.com/15e0f6f8-2e0c-4dd8-9b1c-6d3f1f1b6a77/0_1.png',
      },
      '#pageScroll img': {
        reading: { externalAssetId: '7d9c1a52-4f0e-4b7a-9c35-0a6de21b8f11', metadata: { index: 2 } },
        media: 'https://cdn.midjourney.com/7d9c1a52-4f0e-4b7a-9c35-0a6de21b8f11/0_2.png',
      },
      '#pageScroll video': {
        reading: { externalAssetId: 'c2a0c1d4-7b7e-44b5-8a5f-d3a1f7a4b902', metadata: { index: 0 } },
        media: 'https://cdn.midjourney.com/video/c2a0c1d4-7b7e-44b5-8a5f-d3a1f7a4b902/0.mp4',
        kind: 'video',
        thumbnail: 'https://cdn.midjourney.com/video/c2a0c1d4-7b7e-44b5-8a5f-d3a1f7a4b902/0_640_N.webp',
      },
    },
    other: 'body > img',
    changed: { without: [['lightboxPrompt', 'prompt-of-today']], media: '.opened' },
  },
  {
    platform: 'chatgpt',
    url: 'https://chatgpt.com/c/6921a0b4-2c58-8327-9c1a-7f0d5e3b2a19',
    media: {
      '[data-testid="conversation-turn-2"] img': {
        reading: {
          prompt: 'A lighthouse in a storm.\n35mm film still.',
          externalAssetId: 'file_00000000a1b2c3d4',
          title: 'Lighthouse in a raging storm',
          metadata: { conversation: '6921a0b4-2c58-8327-9c1a-7f0d5e3b2a19' },
        },
      },
      '[data-testid="conversation-turn-4"] img': {
        reading: {
          prompt: 'Now at dawn, after the storm',
          externalAssetId: 'file_00000000e5f6a7b8',
          title: 'Calm lighthouse at dawn',
          metadata: { conversation: '6921a0b4-2c58-8327-9c1a-7f0d5e3b2a19' },
        },
      },
    },
    other: 'body > img',
    changed: {
      without: [
        [/data-(turn|message-author-role)=/g, 'data-other='],
        [/id="image-[^"]*" class="[^"]*"/g, ''],
      ],
      media: '[data-testid="conversation-turn-4"] img',
    },
  },
  {
    platform: 'gemini',
    url: 'https://gemini.google.com/app/1a2b3c4d5e6f7081',
    media: {
      'generated-image img': {
        reading: {
          prompt: 'A lighthouse in a storm,\n35mm film still',
          metadata: { conversation: '1a2b3c4d5e6f7081' },
        },
        bytes: true,
      },
    },
    other: 'body > img',
    changed: {
      without: [[/(user-query|model-response|generated-image)\b/g, 'x-part']],
      media: 'body > img',
    },
  },
  {
    platform: 'google-flow',
    url: 'https://labs.google/fx/tools/flow/project/5d3c',
    media: {
      '[data-tile-id="t-1"] img': {
        reading: { externalAssetId: '4fd2a1c0-72b7-4d1e-a6f1-59e5a3b3c8d9' },
      },
      '[data-tile-id="t-2"] video': {
        reading: { externalAssetId: '9b8e1f3a-0c46-4f5f-8d0b-1e2f3a4b5c6d' },
        kind: 'video',
      },
    },
    other: 'body > img',
    changed: {
      without: [
        [/data-(tile-id|slate-editor)=/g, 'data-other='],
        [/media\.getMediaUrlRedirect/g, 'media.get'],
      ],
      media: '[data-testid="virtuoso-item-list"] img',
    },
  },
  {
    platform: 'grok-imagine',
    url: 'https://grok.com/imagine',
    media: {
      '[role="listitem"]:nth-child(1) img': {
        reading: { externalAssetId: '6a7b8c9d-1e2f-4a3b-8c4d-5e6f7a8b9c0d' },
      },
      '[role="listitem"]:nth-child(2) video': {
        reading: { externalAssetId: '1f2e3d4c-5b6a-4978-8695-a4b3c2d1e0f9' },
        kind: 'video',
        thumbnail:
          'https://assets.grok.com/users/0d5b3a9e-53f4-4d9b-8f3e-7c0a4c1b2d3e/generated/1f2e3d4c-5b6a-4978-8695-a4b3c2d1e0f9/preview_image.jpg',
      },
      '[role="listitem"]:nth-child(3) img': {
        reading: { externalAssetId: '0c9b8a79-6857-4645-8332-211f0e9d8c7b' },
      },
    },
    other: 'body > img',
    changed: {
      without: [
        [/group\/media-post-masonry-card/g, 'card'],
        [/\/generated\//g, '/made/'],
      ],
      media: '[role="listitem"]:nth-child(1) img',
    },
  },
  {
    platform: 'leonardo',
    url: 'https://app.leonardo.ai/image-generation',
    media: {
      '[data-testid] img': {
        reading: { externalAssetId: '2b3c4d5e-6f70-4812-9a3b-4c5d6e7f8091' },
        media:
          'https://cdn.leonardo.ai/users/b1c2d3e4-f5a6-4b7c-8d9e-0f1a2b3c4d5e/generations/2b3c4d5e-6f70-4812-9a3b-4c5d6e7f8091/Leonardo_Phoenix_A_lighthouse_0.jpg',
      },
    },
    other: 'body > img',
    changed: {
      without: [
        ['prompt-textarea', 'prompt'],
        ['generation-list-item', 'item'],
        ['/generations/', '/g/'],
      ],
      media: '[data-testid] img',
    },
  },
  {
    platform: 'ideogram',
    url: 'https://ideogram.ai/t/explore',
    media: {
      '[data-testid] img': {
        reading: {
          externalAssetId: 'vK9xTq2LR4mS7bNf',
          metadata: { request: 'Q1w2E3r4T5y6U7i8O9p0', index: 0 },
        },
      },
    },
    other: 'body > img',
    changed: {
      without: [
        ['image-grid-item-', 'item-'],
        ['href="/g/', 'href="/d/'],
        ['/response/', '/r/'],
      ],
      media: '[data-testid] img',
    },
  },
  {
    platform: 'replicate',
    url: 'https://replicate.com/p/k1m2n3p4q5r6s7t8v9w0x1y2z3',
    media: {
      '[data-component] img:first-child': {
        reading: {
          prompt: lighthouse,
          negativePrompt: 'people',
          modelName: 'black-forest-labs/flux-1.1-pro',
          externalAssetId: 'k1m2n3p4q5r6s7t8v9w0x1y2z3',
          generationSeconds: 4.25,
          metadata: { aspect_ratio: '3:2', seed: '18446744073709551615', num_outputs: 1 },
        },
      },
    },
    other: 'body > img',
    // An output of which no part of the page tells anything.
    changed: { without: [], media: '[data-component] img:last-child' },
  },
  {
    platform: 'civitai',
    url: 'https://civitai.com/images/80808',
    media: {
      'div > div > img': {
        reading: {
          prompt: lighthouse,
          negativePrompt: 'people, boats',
          externalAssetId: '80808',
          metadata: { cfgScale: 6.5, steps: 30, sampler: 'DPM++ 2M Karras', seed: 3051470915 },
        },
        media:
          'https://image.civitai.com/xG1nkqKTMzGDvpLrqFT7WA/3f2504e0-4f89-41d3-9a0c-0305e82c3301/original=true/lighthouse.jpeg',
      },
      // The next one of the carousel, of which the card tells nothing.
      '.beside': {
        reading: {},
        media:
          'https://image.civitai.com/xG1nkqKTMzGDvpLrqFT7WA/6fa459ea-ee8a-4ca4-894e-db77e160355e/original=true/next.jpeg',
      },
      'a img': {
        reading: { externalAssetId: '90210' },
        media:
          'https://image.civitai.com/xG1nkqKTMzGDvpLrqFT7WA/9c858901-8a57-4791-81fe-4c455b099bc9/original=true/9c858901.jpeg',
      },
    },
    other: '.mantine-Avatar-root img',
    changed: { without: [[/mantine-Text-root/g, 'text']], media: 'div > div > img' },
  },
  {
    platform: 'suno',
    url: 'https://suno.com/me',
    media: {
      '[data-testid]:nth-of-type(1) img': {
        reading: {
          prompt: 'sea shanty, slow waltz',
          title: 'Keeper of the light',
          externalAssetId: '5d41402a-bc4b-4a76-b971-9d911017c592',
        },
        media: 'https://cdn1.suno.ai/5d41402a-bc4b-4a76-b971-9d911017c592.mp3',
        kind: 'audio',
        thumbnail:
          'https://cdn2.suno.ai/image_5d41402a-bc4b-4a76-b971-9d911017c592.jpeg?width=100&w=200&h=200',
      },
      // Of a song that is not played only the cover is there.
      '[data-testid]:nth-of-type(2) img': {
        reading: {
          prompt: 'ambient',
          title: 'Dawn',
          externalAssetId: '7d793037-a076-4018-a574-2b3f04a2ef61',
        },
      },
      audio: {
        reading: {
          prompt: 'sea shanty, slow waltz',
          title: 'Keeper of the light',
          externalAssetId: '5d41402a-bc4b-4a76-b971-9d911017c592',
        },
        kind: 'audio',
      },
    },
    other: 'body > img',
    changed: {
      without: [
        [/clip-row/g, 'row'],
        [/href="\/song\//g, 'href="/clip/'],
      ],
      media: 'body > img',
    },
  },
  {
    platform: 'comfyui',
    url: 'http://127.0.0.1:8188/',
    media: {
      '[data-testid="main-image"]': {
        reading: { metadata: { filename: 'ComfyUI_00012_.png' } },
        media: 'http://127.0.0.1:8188/api/view?filename=ComfyUI_00012_.png&subfolder=storm&type=output',
      },
      '.media-assets img': {
        reading: { metadata: { filename: 'ComfyUI_00011_.png' } },
        media: 'http://127.0.0.1:8188/api/view?filename=ComfyUI_00011_.png&subfolder=&type=output',
      },
    },
    other: '.logo',
    changed: {
      without: [
        [/<canvas.*<\/canvas>/, ''],
        [/\/api\/view/g, '/api/media'],
      ],
      media: '[data-testid="main-image"]',
    },
  },
  {
    platform: 'automatic1111',
    url: 'http://127.0.0.1:7860/',
    media: {
      '[data-testid="detailed-image"]': {
        reading: {
          prompt: 'a lighthouse in a storm,\n35mm film still',
          negativePrompt: 'people, boats',
          modelName: 'realisticVision_v60',
        },
      },
      // Not the one that is chosen, which is what the text below is about.
      '.thumbnail-item:not(.selected) img': { reading: {} },
      '#modalImage': { reading: {} },
    },
    other: '#tab_extras img',
    changed: { without: [['html_info_txt2img', 'info']], media: '[data-testid="detailed-image"]' },
  },
  {
    platform: 'forge',
    // Wherever its user has it.
    url: 'https://studio.example/',
    media: {
      '[data-testid="detailed-image"]': {
        reading: { prompt: 'a lighthouse in a storm', modelName: 'flux1-dev-bnb-nf4-v2' },
      },
    },
    other: '.avatar',
    changed: { without: [['html_info_txt2img', 'info']], media: '[data-testid="detailed-image"]' },
  },
  {
    platform: 'invokeai',
    url: 'http://localhost:9090/',
    media: {
      '[role="button"]': {
        reading: {
          prompt: lighthouse,
          negativePrompt: 'people',
          modelName: 'Juggernaut XL v9',
          externalAssetId: '8f14e45f-ceea-467f-a1b2-c3d4e5f60718.png',
        },
      },
      '.gallery > :last-child img': {
        reading: { externalAssetId: 'c9f0f895-fb98-4b91-99f5-1e2d3c4b5a69.png' },
        media: 'http://localhost:9090/api/v1/images/i/c9f0f895-fb98-4b91-99f5-1e2d3c4b5a69.png/full',
      },
    },
    other: '#root > img',
    changed: {
      without: [
        [/api\/v1\/images/g, 'api/v2/images'],
        [/role="tab"/g, ''],
      ],
      media: '[role="button"]',
    },
  },
]

describe('Platform adapters', () => {
  let stage: PageStage
  before(async () => {
    stage = await openPageStage()
  })
  after(() => stage.end())

  test('each has a fixture and is tested here', () => {
    const slugs = (list: readonly { platform: string }[]) => list.map(({ platform }) => platform).sort()
    assert.deepEqual(slugs(expected), slugs(adapters))
  })

  for (const { platform, url, media, other, changed } of expected) {
    test(`${platform}: what its page tells of its media is read, and nothing of other pictures`, async () => {
      const page = await stage.open({ url, fixture: platform })
      for (const [selector, { reading, ...told }] of Object.entries(media)) {
        const shown = await addressOf(page, selector)
        const sighting = await capture(page, selector)
        const source = { kind: 'adapter', platform }
        assert.deepEqual(sighting.readings[0], { source, platformKey: platform, ...reading }, selector)
        assert.deepEqual(sighting.adapter, { platform, state: 'matched' })
        assert.equal(sighting.mediaUrl, told.media ?? shown)
        assert.equal(sighting.kind, told.kind ?? 'image')
        assert.equal(sighting.thumbnailUrl, told.thumbnail)
        assert.equal(sighting.bytes !== undefined, told.bytes ?? false)
      }
      const sighting = await capture(page, other)
      assert.equal(sighting.adapter, undefined)
      assert.deepEqual(sourcesOf(sighting), ['page'])
      await page.close()
    })

    test(`${platform}: a page that has changed is not guessed at`, async () => {
      const html = changed.without.reduce(
        (content, [part, instead]) => {
          assert.notEqual(content.replace(part, instead), content, `${part} stands in the fixture`)
          return content.replace(part, instead)
        },
        readFileSync(join(import.meta.dirname, 'fixtures', `${platform}.html`), 'utf8'),
      )
      const page = await stage.open({ url, html })
      const sighting = await capture(page, changed.media)
      assert.deepEqual(sighting.adapter, { platform, state: 'changed' })
      assert.deepEqual(sourcesOf(sighting), ['page'])
      await page.close()
    })
  }
})

function sourcesOf({ readings }: Sighting): string[] {
  return readings.map(({ source }) => source.kind)
}

async function addressOf({ page }: StagedPage, selector: string): Promise<string> {
  const element = page.locator(selector).first()
  await page.waitForFunction(
    (shown) => Boolean((shown as HTMLImageElement).currentSrc || (shown as HTMLImageElement).src),
    await element.elementHandle(),
  )
  return element.evaluate((shown) => {
    const { currentSrc, src } = shown as HTMLImageElement
    return currentSrc || src
  })
}

/** As by the context menu. */
async function capture(staged: StagedPage, selector: string): Promise<Sighting> {
  const before = await staged.sightings()
  await staged.order({ order: 'capture', srcUrl: await addressOf(staged, selector) })
  await becomes(async () => (await staged.sightings()).length, before.length + 1)
  return (await staged.sightings()).at(-1)!
}

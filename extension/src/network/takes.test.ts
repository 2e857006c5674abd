import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { namesOfAddress } from './address-names.ts'
import { readAnswer } from './read-answer.ts'
import { Takes } from './takes.ts'

const id = '00000001-1c2d-4e3f-8a4b-5c6d7e8f9a0b'
const prompt = 'a lighthouse in a storm'

/** What the general rule keeps of these answers. */
function told(...answers: (object | { request: object; answer: object })[]): Takes {
  const takes = new Takes()
  for (const given of answers) {
    const { request, answer = given } = given as { request?: object; answer?: object }
    const asked = { url: 'https://api.site.example/', request: request ? JSON.stringify(request) : '' }
    for (const _ of readAnswer({ ...asked, text: JSON.stringify(answer) }, undefined, (take) =>
      takes.add(take),
    ));
  }
  return takes
}

function promptOf(takes: Takes, address: string): string | undefined {
  const found = takes.find([address])
  return typeof found === 'object' ? found.reading.prompt : found
}

describe('Media are known again', () => {
  test('where the iterators of parameters cannot be gone through, as in scripts that Firefox runs in pages', (context) => {
    const address = `https://site.example/_next/image?url=${encodeURIComponent(`https://cdn.site.example/out/${id}.mp4`)}`
    const named = namesOfAddress(address)
    // Without Symbol.iterator, as bugzilla.mozilla.org/show_bug.cgi?id=1023984 has it.
    for (const name of ['keys', 'values', 'entries'] as const) {
      context.mock.method(URLSearchParams.prototype, name, () => ({ next: () => ({ done: true }) }))
    }
    assert.deepEqual(namesOfAddress(address), named)
  })

  const takes = told({ id, prompt, url: `https://cdn.site.example/out/${id}.mp4?Signature=a&Expires=1` })
  const same = {
    'with a new signature': `https://cdn.site.example/out/${id}.mp4?Signature=b&Expires=2`,
    'without one': `https://cdn.site.example/out/${id}.mp4`,
    'at another host': `https://cdn2.site.example/out/${id}.mp4?w=300`,
    'as a smaller picture of it': `https://cdn.site.example/small/${id}_thumb.jpg`,
    'through the proxy of the page': `https://site.example/_next/image?url=${encodeURIComponent(`https://cdn.site.example/out/${id}.mp4?Signature=c`)}&w=640`,
    'through two': `https://site.example/api/img?i=${encodeURIComponent(`https://p.example/?url=${encodeURIComponent(`https://cdn.site.example/out/${id}.mp4`)}`)}`,
    'in the path of a proxy': `https://site.example/cdn-cgi/image/width=512/https://cdn.site.example/out/${id}.mp4`,
    'in base64': `https://img.example/resize/${btoa(`https://cdn.site.example/out/${id}.mp4`)}`,
  }
  for (const [how, address] of Object.entries(same)) {
    test(how, () => assert.equal(promptOf(takes, address), prompt))
  }

  test('but not others that only look like them', () => {
    const other = id.replace('1', '2')
    for (const address of [
      `https://cdn.site.example/out/${other}.mp4?Signature=a&Expires=1`,
      `https://cdn.site.example/users/${id.replace('0b', '0c')}/${other}.mp4`,
      'https://cdn.site.example/out/',
      'https://cdn.site.example/',
      'data:image/png;base64,AAAA',
      `https://${'x'.repeat(9000)}`,
      'no address',
    ]) {
      assert.equal(promptOf(takes, address), undefined, address)
    }
  })

  test('not by a path that many share, where a parameter says which', () => {
    const many = told([
      { prompt, url: 'https://site.example/render.png?job=1' },
      { prompt: 'a red barn', url: 'https://site.example/render.png?job=2' },
    ])
    assert.equal(promptOf(many, 'https://site.example/render.png?job=2&Expires=9'), 'a red barn')
    assert.equal(promptOf(many, 'https://site.example/render.png?job=3'), undefined)
    assert.deepEqual(namesOfAddress('https://site.example/view').stable, [])
  })
})

describe('The general rule', () => {
  const one = 'https://cdn.site.example/one-20261101.png'
  const two = 'https://cdn.site.example/two-20261101.png'

  const none: Record<string, object> = {
    'an element of a list that has no prompt, beside one that has': {
      prompt: 'the last',
      items: [{ prompt, url: two }, { url: one }],
    },
    'several prompts beside it': { a: { prompt }, b: { prompt: 'a red barn' }, url: one },
    'what it was made from': {
      prompt,
      input_image: one,
      initImage: one,
      reference: { url: one },
      video_url: 'https://cdn.site.example/v.mp4',
    },
    'what was asked for': { output: two, input: { prompt, image: one } },
    'a picture beside a film, that is not called its preview': {
      prompt,
      image: one,
      video: 'https://cdn.site.example/v.mp4',
    },
    'who made it': { prompt, url: two, user: { avatar_url: one } },
    'a list too long for one prompt': {
      prompt,
      results: Array.from({ length: 60 }, (_none, at) => ({
        url: at ? `https://cdn.site.example/${at}x.png` : one,
      })),
    },
    'messages, one after the other': [
      { role: 'user', prompt },
      { role: 'assistant', image_url: one },
    ],
    'words that are no prompt': { description: 'Image 1', text: 'untitled', url: one },
    'an address as a prompt': { prompt: 'https://example.com/x', url: one },
  }
  for (const [what, answer] of Object.entries(none)) {
    test(`gives no prompt to ${what}`, () => assert.equal(promptOf(told(answer), one), undefined))
  }

  const found: Record<string, object> = {
    'in the object itself': { prompt, url: one },
    'around a list of addresses': { user_prompt: prompt, images: [one, two] },
    'in settings beside it': { settings: { text_prompt: prompt }, outputs: [{ file: { url: one } }] },
    'in a list of arguments': {
      task: {
        arguments: [
          { name: 'prompt', value: prompt },
          { name: 'cfg', value: '1' },
        ],
      },
      works: [{ url: one }],
    },
    'in a description that reads like one': { caption: 'an old lighthouse keeper climbs stairs', url: one },
  }
  for (const [where, answer] of Object.entries(found)) {
    test(`finds it ${where}`, () => {
      assert.ok(promptOf(told(answer), one))
    })
  }

  test('two prompts for one address are a doubt', () => {
    assert.equal(promptOf(told({ prompt, url: one }, { prompt: 'a red barn', url: one }), one), 'doubt')
  })

  test('a prompt that a list cut off is the same as the whole of it', () => {
    assert.equal(promptOf(told({ prompt: 'a lighthouse in…', url: one }, { prompt, url: one }), one), prompt)
  })

  test('what outputs of one job do not agree on is not told', () => {
    const takes = told([
      { taskId: id, prompt, seed: 1, model: 'x1', url: `https://cdn.site.example/a/${id}_1.png` },
      { taskId: id, prompt, seed: 2, model: 'x1', url: `https://cdn.site.example/a/${id}_2.png` },
    ])
    const reading = takes.find([`https://other.example/${id}.png`])
    assert.deepEqual(reading, {
      reading: { prompt, modelName: 'x1', externalAssetId: id },
      isGuess: true,
    })
  })

  test('a request tells the prompt of the job that its answer names, and of no other', () => {
    const takes = told(
      { request: { prompt, image: two }, answer: { data: { task_id: id, user: { id: '12345678' } } } },
      { data: { task_id: id, video: { url: one } } },
      { data: { task_id: '99999999', video: { url: 'https://cdn.site.example/three.mp4' } } },
    )
    assert.equal(promptOf(takes, one), prompt)
    assert.equal(promptOf(takes, two), undefined)
    assert.equal(promptOf(takes, 'https://cdn.site.example/three.mp4'), undefined)
  })
})

describe('What a page says to do harm', () => {
  test('is bounded in what is kept', () => {
    const takes = new Takes()
    for (let number = 0; number < 20_000; number += 1) {
      const addresses = [`https://cdn.site.example/${number}.png`]
      takes.add({
        addresses,
        names: ['same-name-1'],
        inAddress: [],
        reading: { prompt: `${number} ${'x'.repeat(2000)}` },
      })
    }
    assert.ok(takes.bytes <= 6_000_000, `${takes.bytes} bytes`)
    assert.equal(promptOf(takes, 'https://cdn.site.example/0.png'), undefined)
    assert.match(promptOf(takes, 'https://cdn.site.example/19999.png')!, /^19999 /)
  })

  test('throws nothing, whatever it is', () => {
    const deep = `${'['.repeat(3000)}${']'.repeat(3000)}`
    const texts = [
      deep,
      '{',
      '{"a":',
      '{"__proto__":{"prompt":"x"}}',
      '[1,,2]',
      'data: {"prompt":',
      '\0',
      '{"prompt":{"toString":1},"url":{}}',
    ]
    const takes = new Takes()
    for (const text of [...texts, ...texts.map((text) => `{"x":"${'y'.repeat(70_000)}","z":${text}}`)]) {
      for (const _ of readAnswer({ url: 'no address', request: text, text }, undefined, (take) =>
        takes.add(take),
      ));
    }
    assert.equal(({} as { prompt?: string }).prompt, undefined)
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openPageStage, type PageStage, type StagedPage } from '../page/testing/page-stage.ts'
import { checkRule } from './check-rule.ts'
import type { Field, TaughtRule } from './rule.ts'

type Values = Partial<Record<Field, string | number>>

const picture = (name: number | string, size = 'width="300" height="200"') =>
  `<img id="p${name}" src="/${name}.png" alt="" ${size}>`

/** As frameworks write them: names of classes that are others with every build. */
const card = (
  name: number,
  prompt = `a red barn, take ${name}`,
  { hash = 'x1', extra = '', wrap = '' } = {},
) =>
  `<div class="c${hash}"><div class="m${hash}"><a href="#${name}">${picture(name)}</a></div>
    ${wrap && `<${wrap}>`}<div class="t${hash}">${extra}${prompt && `<p class="p${hash}" id="t${name}">${prompt}</p>`}<span>Model</span> <b>film ${name}</b>
    <button>Copy</button></div>${wrap && `</${wrap}>`}</div>`
const list = (...cards: string[]) => `<main><div class="list">${cards.join('')}</div></main>`
const prompts = (values: Values[]) => values.map(({ prompt }) => prompt)

describe('What was pointed at once', () => {
  let stage: PageStage
  before(async () => {
    stage = await openPageStage()
  })
  after(() => stage.end())

  const open = async (html: string) => {
    const page = await stage.open({ html: `<meta charset="utf-8">${html}`, later: true })
    await page.bring('teaching/testing/rules-script.ts')
    return page
  }

  /** The rule as it is kept: a file or a message may have been in between. */
  async function teach(html: string, media: string, targets: Partial<Record<Field, string>>) {
    const page = await open(html)
    const rule = await page.inWorld<TaughtRule | null>(
      `rules.teach(${JSON.stringify(media)}, ${JSON.stringify(targets)})`,
    )
    await page.close()
    return rule && checkRule(JSON.parse(JSON.stringify(rule)))
  }

  async function read(html: string, rule: TaughtRule | null, prepare?: (page: StagedPage) => Promise<void>) {
    assert.ok(rule)
    const page = await open(html)
    await prepare?.(page)
    const values = await page.inWorld<Values[]>(`rules.readAll(${JSON.stringify(rule)})`)
    await page.close()
    return values
  }

  test('is read for every picture of a list, each its own', async () => {
    const html = list(card(1), card(2), card(3))
    const rule = await teach(html, '#p2', { prompt: '#t2' })
    assert.deepEqual(prompts(await read(html, rule)), [
      'a red barn, take 1',
      'a red barn, take 2',
      'a red barn, take 3',
    ])
  })

  test('is read when names of classes are others, and takes came and went', async () => {
    const rule = await teach(list(card(1), card(2)), '#p1', { prompt: '#t1' })
    const other = list(...[7, 8, 9].map((name) => card(name, `take ${name} of the storm`, { hash: 'zq' })))
    assert.deepEqual(
      prompts(await read(other, rule)),
      [7, 8, 9].map((name) => `take ${name} of the storm`),
    )
  })

  test('is never that of another take: one without a prompt has none', async () => {
    for (const marked of [false, true]) {
      const one = (name: number, prompt?: string) =>
        marked
          ? card(name, prompt)
              .replace('<p ', '<p data-testid="prompt-text" ')
              .replace('<div class="c', '<div role="listitem" class="c')
          : card(name, prompt)
      const rule = await teach(list(one(1), one(2)), '#p1', { prompt: '#t1' })
      assert.deepEqual(prompts(await read(list(one(1, ''), one(2)), rule)), [undefined, 'a red barn, take 2'])
      assert.deepEqual(prompts(await read(list(one(1, '')), rule)), [undefined])
      // The other is not there as a picture yet.
      const unloaded = one(2).replace(
        /<img[^>]*>/,
        '<i style="display: block; width: 300px; height: 200px"></i>',
      )
      assert.deepEqual(prompts(await read(list(one(1, ''), unloaded), rule)), [undefined])
    }
  })

  test('is nothing where two texts are as near', async () => {
    const html = `<main>${picture(1)}<p id="t1">a red barn</p>${picture(2)}<p>a blue barn</p></main>`
    assert.equal(await teach(html, '#p1', { prompt: '#t1' }), null)
    const marked = (texts: string) => `<article>${picture(1)}<div>${texts}</div></article>`
    const text = (words: string) => `<q data-testid="prompt">${words}</q>`
    const rule = await teach(marked(text('a red barn').replace('<q', '<q id="t1"')), '#p1', { prompt: '#t1' })
    assert.deepEqual(prompts(await read(marked(text('a grey barn')), rule)), ['a grey barn'])
    assert.deepEqual(prompts(await read(marked(text('a grey barn') + text('a white barn')), rule)), [
      undefined,
    ])
  })

  test('is nothing when the page is built otherwise', async () => {
    const rule = await teach(list(card(1), card(2)), '#p1', { prompt: '#t1' })
    const wrapped = list(...[1, 2].map((name) => card(name, undefined, { wrap: 'section' })))
    assert.deepEqual(prompts(await read(wrapped, rule)), [undefined, undefined])
    // Another text where the prompt was.
    const extra = list(...[1, 2].map((name) => card(name, undefined, { extra: '<p>by somebody</p>' })))
    assert.deepEqual(prompts(await read(extra, rule)), [undefined, undefined])
  })

  test('is found by what the page names, when something is put in between', async () => {
    const named = (
      name: number,
      wrap: string,
    ) => `<article>${picture(name)}<${wrap}><div><dl><dt>Model</dt><dd>film-xl</dd>
      <dt>Prompt</dt><dd><span data-testid="prompt" id="t${name}">a red barn ${name}</span></dd></dl></div></${wrap}></article>`
    const rule = await teach(named(1, 'div') + named(2, 'div'), '#p1', { prompt: '#t1' })
    assert.deepEqual(prompts(await read(named(3, 'section') + named(4, 'section'), rule)), [
      'a red barn 3',
      'a red barn 4',
    ])
  })

  test('has model and seed with it, the seed as a number', async () => {
    const facts = (
      name: number,
      seed: string,
    ) => `<li>${picture(name)}<p id="t${name}">Prompt: a red barn ${name}</p>
      <div><small id="m${name}">Model: Film XL</small><small id="s${name}">${seed}</small></div></li>`
    const html = `<ul>${facts(1, 'Seed 123')}${facts(2, 'seed: 9007199254740993')}${facts(3, 'steps 20, cfg 7')}</ul>`
    const rule = await teach(html, '#p1', { prompt: '#t1', modelName: '#m1', seed: '#s1' })
    assert.deepEqual(await read(html, rule), [
      { prompt: 'a red barn 1', modelName: 'Film XL', seed: 123 },
      { prompt: 'a red barn 2', modelName: 'Film XL', seed: '9007199254740993' },
      { prompt: 'a red barn 3', modelName: 'Film XL' },
    ])
  })

  test('is that of the large picture of a detail view, and of none beside it', async () => {
    const detail = (
      prompt: string,
      thumbs = 3,
    ) => `<main><section>${picture('big', 'width="800" height="500"')}</section>
      <nav>${Array.from({ length: thumbs }, (_none, at) => picture(`thumb${at}`, 'width="160" height="100"')).join('')}</nav>
      <aside><h3>Prompt</h3><div><textarea id="t" readonly>${prompt}</textarea></div></aside></main>`
    const rule = await teach(detail('a red barn'), '#pbig', { prompt: '#t' })
    assert.deepEqual(prompts(await read(detail('waves on a pier', 1), rule)), ['waves on a pier', undefined])
    assert.deepEqual(prompts(await read(detail('waves on a pier', 0), rule)), ['waves on a pier'])
  })

  test('is shared by the outputs of one job, where it was when it was pointed at', async () => {
    const job = (name: number, count: number) =>
      `<section><div>${Array.from({ length: count }, (_none, at) => picture(`${name}${at}`)).join(
        '',
      )}</div><p id="t${name}">job ${name} of the storm</p></section>`
    const rule = await teach(job(1, 4) + job(2, 4), '#p10', { prompt: '#t1' })
    assert.equal(rule?.prompt.company, 4)
    assert.deepEqual(prompts(await read(job(1, 4) + job(2, 2), rule)), [
      ...Array.from({ length: 4 }, () => 'job 1 of the storm'),
      ...Array.from({ length: 2 }, () => 'job 2 of the storm'),
    ])
    const alone = await teach(job(1, 1) + job(2, 1), '#p10', { prompt: '#t1' })
    assert.deepEqual(prompts(await read(job(1, 2) + job(2, 1), alone)), [
      undefined,
      undefined,
      'job 2 of the storm',
    ])
  })

  test('is text alone: no buttons, no "Copy", no space', async () => {
    const html = (text: string) => `<article>${picture(1)}<div id="t">${text}</div></article>`
    const rule = await teach(html('a'), '#p1', { prompt: '#t' })
    for (const [text, prompt] of [
      ['  a   red\n barn <button>Copy</button>', 'a red barn'],
      ['<p>a red barn</p><p>at dusk</p><div>Copy</div>', 'a red barn\nat dusk'],
      ['a <b>red</b> barn<br>at dusk<span role="button">Show more</span>', 'a red barn\nat dusk'],
      ['<div contenteditable>a red barn</div>', 'a red barn'],
      ['<input value="a red barn"><input type="password" value="secret">', 'a red barn'],
      ['a red barn<span style="display: none">hidden</span><script>var a</script>', 'a red barn'],
      ['夕暮れの赤い納屋、映画のような光', '夕暮れの赤い納屋、映画のような光'],
      ['<span dir="rtl">حظيرة حمراء عند الغسق</span>', 'حظيرة حمراء عند الغسق'],
      ['', undefined],
    ] as const) {
      assert.deepEqual(prompts(await read(html(text), rule)), [prompt], text)
    }
  })

  test('is found in open shadow roots, and past forms whose fields are named like ways through the page', async () => {
    const html = `<take-card></take-card><take-card></take-card>`
    const prepare = async ({ page }: StagedPage) => {
      await page.evaluate(() => {
        for (const [index, host] of document.querySelectorAll('take-card').entries()) {
          host.attachShadow({
            mode: 'open',
          }).innerHTML = `<form><input type="hidden" name="parentNode"><input type="hidden" name="childNodes">
            <input type="hidden" name="shadowRoot"><input type="hidden" name="getAttribute"><input type="hidden" name="checkVisibility">
            <img id="p${index}" src="/${index}.png" width="300" height="200"><p id="t${index}">a red barn ${index}</p></form>`
        }
      })
    }
    const page = await open(html)
    await prepare(page)
    const rule = await page.inWorld<TaughtRule | null>(`rules.teach('#p0', { prompt: '#t0' })`)
    await page.close()
    assert.deepEqual(prompts(await read(html, rule, prepare)), ['a red barn 0', 'a red barn 1'])
  })

  test('costs little on a page of ten thousand elements, whatever the rules are', async (t) => {
    const deep = `${'<div>'.repeat(150)}${picture(1)}${'</div>'.repeat(150)}`
    const html = `<main>${deep}${'<div><p><b>Prompt</b><i>x</i></p></div>'.repeat(2500)}</main>`
    const step = { name: 'div', place: 2000, of: 2000 }
    const label = { text: 'prompt', path: Array.from({ length: 12 }, () => step) }
    const mark = { name: 'div', attributes: {}, path: [] }
    const finding = {
      climb: Array.from({ length: 40 }, () => 'div'),
      path: Array.from({ length: 40 }, () => step),
      mark,
      label,
      company: 'alone',
    }
    const rule = {
      id: 'r',
      host: 'x.example',
      madeAt: '2026-11-24T00:00:00Z',
      prompt: finding,
      modelName: finding,
      seed: finding,
    }
    const rules = Array.from({ length: 8 }, () => checkRule(rule))
    const page = await open(html)
    const { milliseconds, readings } = await page.inWorld<{
      milliseconds: number
      readings: { reading?: object }[]
    }>(`rules.timed(${JSON.stringify(rules)})`)
    await page.close()
    t.diagnostic(`${milliseconds.toFixed(1)} ms`)
    assert.equal(readings[0]?.reading, undefined)
  })
})

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { adapterFor, adapters, hostedAdapters } from './adapters.ts'
import { hostsOf, platformAt } from './hosts.ts'
import { answerScripts, readerScripts, scriptsFor, scriptsForSites } from './page-scripts.ts'

const workspace = join(import.meta.dirname, '../../..')

describe('Which platform a page is of', () => {
  test('a hosted platform is known by the address, and by the path where the host has more', () => {
    assert.equal(adapterFor('https://www.midjourney.com/jobs/1?index=2')?.platform, 'midjourney')
    assert.equal(adapterFor('https://grok.com/imagine/post/1')?.platform, 'grok-imagine')
    assert.equal(adapterFor('https://grok.com/chat/1'), undefined)
    assert.equal(adapterFor('https://labs.google/fx/tools/flow')?.platform, 'google-flow')
    assert.equal(adapterFor('https://labs.google/'), undefined)
  })

  test('one without an adapter is known by its host, and by those below it', () => {
    const pages = {
      'https://app.runwayml.com/video-tools/teams/x': 'runway',
      'https://klingai.com/global/': 'kling',
      'https://app.klingai.com/global/text-to-video': 'kling',
      'https://sora.chatgpt.com/p/s_1': 'sora',
      'https://chatgpt.com/c/1': 'chatgpt',
      'https://www.krea.ai/video': 'krea',
    }
    for (const [url, platform] of Object.entries(pages)) assert.equal(platformAt(url), platform, url)
    for (const url of [
      'https://notkrea.ai/',
      'https://krea.ai.evil.example/',
      'http://www.krea.ai/',
      'https://grok.com/chat/1',
      'no address',
    ]) {
      assert.equal(platformAt(url), undefined, url)
    }
  })

  test('every platform of the catalogue that has pages of its own is known by them', () => {
    const catalogue: { slug: string; homepageUrl: string }[] = JSON.parse(
      readFileSync(join(workspace, 'server/platforms/catalogue.json'), 'utf8'),
    )
    const without = catalogue.filter(({ slug }) => hostsOf([slug]).length === 0).map(({ slug }) => slug)
    assert.deepEqual(without, ['draw-things', 'fooocus', 'swarmui', 'upscayl'], 'these are programs')
    const slugs = new Set(catalogue.map(({ slug }) => slug))
    for (const { slug } of catalogue)
      for (const host of hostsOf([slug])) assert.match(host, /^https?:\/\/[^/]+\/.*\*$/, slug)
    assert.ok(slugs.size === 60)
  })

  test('an address that only looks like one is not taken for it', () => {
    for (const address of [
      'https://www.midjourney.com.evil.example/',
      'https://evil.example/https://www.midjourney.com/',
      'http://www.midjourney.com/',
      'about:blank',
      'no address',
    ]) {
      assert.equal(adapterFor(address), undefined, address)
    }
  })

  test('an interface that runs wherever its user has it is not known by its address', () => {
    assert.equal(adapterFor('http://127.0.0.1:8188/'), undefined)
  })

  test('permission is asked for its pages and its media, once each', () => {
    assert.deepEqual(hostsOf(['midjourney']), [
      'https://www.midjourney.com/*',
      'https://cdn.midjourney.com/*',
    ])
    assert.deepEqual(hostsOf(['comfyui', 'forge', 'nothing-known']), [
      'http://127.0.0.1/*',
      'http://localhost/*',
    ])
    assert.deepEqual(hostsOf([]), [])
  })

  test('every adapter is of a platform of the catalogue, with a fixture and the day when it was checked', () => {
    const catalogue = readFileSync(join(workspace, 'server/platforms/catalogue.json'), 'utf8')
    for (const { platform, checked } of adapters) {
      assert.match(catalogue, new RegExp(`"slug":\\s*"${platform}"`), platform)
      const fixture = readFileSync(join(import.meta.dirname, 'fixtures', `${platform}.html`), 'utf8')
      assert.ok(fixture.replace(/\s+/g, ' ').includes(`Built ${checked} after`), platform)
    }
  })
})

describe('The scripts for a page', () => {
  test('are that of its platform, or that of local interfaces, and then the one of every page', () => {
    assert.deepEqual(scriptsFor('https://suno.com/me'), ['/platform-suno.js', '/page.js'])
    assert.deepEqual(scriptsFor('http://127.0.0.1:7860/'), ['/platform-local.js', '/page.js'])
    assert.deepEqual(scriptsFor('https://pictures.example/'), ['/platform-local.js', '/page.js'])
  })

  test('stand each in a file of its own', () => {
    for (const { platform } of hostedAdapters) {
      assert.ok(existsSync(join(import.meta.dirname, `${platform}.ts`)), platform)
    }
  })

  test('are registered for the sites that were allowed, and for no other', () => {
    const sites = ['https://suno.com/*', 'https://*.suno.ai/*', 'http://127.0.0.1/*']
    assert.deepEqual(scriptsForSites(sites), [
      { id: 'suno', js: ['/platform-suno.js', '/page.js'], matches: ['https://suno.com/*'] },
      {
        id: 'page',
        js: ['/platform-local.js', '/page.js'],
        matches: ['http://127.0.0.1/*'],
        excludeMatches: ['https://suno.com/*'],
      },
    ])
    assert.deepEqual(scriptsForSites([]), [])
    // Browsers tell of whole hosts, whatever path was asked for; and nothing runs where only media are.
    assert.deepEqual(scriptsForSites(['https://grok.com/*', 'https://assets.grok.com/*']), [
      {
        id: 'grok-imagine',
        js: ['/platform-grok-imagine.js', '/page.js'],
        matches: ['https://grok.com/imagine*'],
      },
    ])
    const [gemini, ...none] = scriptsForSites([
      'https://gemini.google.com/*',
      'https://*.googleusercontent.com/*',
    ])
    assert.deepEqual([gemini?.id, none], ['gemini', []])
    assert.deepEqual(
      scriptsForSites(['https://*.runwayml.com/*']).map(({ matches }) => matches),
      [['https://*.runwayml.com/*']],
    )
  })

  test('are registered once where all sites were allowed, and not for the console', () => {
    for (const everywhere of [['<all_urls>'], ['http://*/*', 'https://*/*']]) {
      const registrations = scriptsForSites(everywhere, ['https://dailies.example/*'])
      assert.equal(registrations.length, hostedAdapters.length + 1)
      for (const { excludeMatches } of registrations) {
        assert.ok(excludeMatches?.includes('https://dailies.example/*'))
      }
      const rest = registrations.at(-1)!
      assert.deepEqual(rest.matches, everywhere)
      assert.ok(rest.excludeMatches?.includes('https://*.googleusercontent.com/*'))
      for (const { hosts } of hostedAdapters) {
        for (const host of hosts) assert.ok(rest.excludeMatches?.includes(host), host)
      }
    }
  })

  test('observe the answers of platforms alone that are allowed and switched on, before the page begins', () => {
    const sites = [
      'https://*.runwayml.com/*',
      'https://suno.com/*',
      'https://*.suno.ai/*',
      'https://*.vidu.com/*',
    ]
    assert.deepEqual(
      answerScripts([...sites, 'http://127.0.0.1/*', 'https://pictures.example/*'], ['runway', 'vidu']),
      [
        {
          id: 'observe',
          js: ['/observe.js'],
          matches: ['https://*.runwayml.com/*', 'https://*.vidu.com/*'],
          runAt: 'document_start',
          world: 'MAIN',
        },
        {
          id: 'keep',
          js: ['/keep.js'],
          matches: ['https://*.runwayml.com/*', 'https://*.vidu.com/*'],
          runAt: 'document_start',
          world: 'ISOLATED',
        },
      ],
    )
    assert.deepEqual(answerScripts(sites, []), [])
    assert.deepEqual(answerScripts(['https://pictures.example/*']), [])
    for (const { matches } of answerScripts(['<all_urls>'])) {
      for (const match of matches)
        assert.match(match, /^https:\/\/(\*\.)?[\w.-]+\.[a-z]+\/(fx\/|imagine)?\*$/)
    }
  })

  test('read answers by the recipe of the page alone, and none of what is no platform', () => {
    assert.deepEqual(readerScripts('https://app.runwayml.com/video'), ['/recipe-runway.js', '/answers.js'])
    assert.deepEqual(readerScripts('https://suno.com/me'), ['/recipe-suno.js', '/answers.js'])
    assert.deepEqual(readerScripts('https://www.vidu.com/'), ['/answers.js'])
    assert.deepEqual(readerScripts('https://pictures.example/'), [])
    assert.deepEqual(readerScripts('http://127.0.0.1:7860/'), [])
  })
})

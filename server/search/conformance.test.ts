import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SearchHit } from '@dailies/contract/search.ts'
import { engines } from '../test/engines.ts'
import { runSql } from '../test/process.ts'
import { searchAll } from '../test/searching.ts'
import {
  type Film,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'

/** Of each take what it does not share with the others, by a name that no text has. */
const takes = {
  velvet: { prompt: 'A velvet lamp in the rain, wide-angle --sref 123 --ar 16:9', title: 'Café Étoile' },
  clamp: { prompt: 'clamps and lampshades', negativePrompt: 'rain, blurry' },
  weighted: { prompt: '(lantern:1.2), [dusk], neon red sign' },
  signed: { prompt: 'A neon sign: Straße', notes: 'ﬁnal lamp?', tags: ['Night Train', 'Café-Noir'] },
  chinese: { prompt: '雨中的燈塔，夜晚' },
  japanese: { prompt: 'ガラスの灯台とラーメン 第3話', tags: ['夜'] },
  korean: { prompt: '비 내리는 밤의 등대에서' },
  thai: { prompt: 'ประภาคารกลางสายฝน' },
  arabic: { prompt: 'وَالمَنَارَةُ في المطر' },
  hindi: { prompt: 'हिन्दी की किताब' },
  greek: { prompt: 'Ο Οδυσσεύς στο φάρο' },
  turkish: { prompt: 'İstanbul geceleri' },
  veo: {
    modelName: 'Veo 3.1 Fast',
    platformKey: 'google-veo',
    platformLabel: 'Google Veo',
    assetType: 'VIDEO',
  },
  veoTwo: { modelName: 'veo-2', platformKey: 'google-veo', platformLabel: 'Google Veo', assetType: 'VIDEO' },
  kling: { modelName: '可灵 1.6', platformKey: 'kling', platformLabel: 'Kling', costEstimateUsd: 0.5 },
  dear: {
    costEstimateUsd: 2,
    rightsState: 'COMMERCIAL_ALLOWED',
    outputUrl: 'https://cdn.example/a/tide_04%20b.png?x=hidden',
  },
  cheap: {
    costEstimateUsd: 0.25,
    rightsState: 'RESTRICTED',
    status: 'GENERATED',
    tags: ['night train', 'night'],
  },
  winner: { selected: true, costEstimateUsd: 0 },
  ofBob: { prompt: 'a pelican', title: 'Of somebody else' },
  inShot: { prompt: 'a heron' },
  elsewhere: { prompt: 'a heron', sceneId: '2' },
  other: { prompt: 'a heron', title: 'In another film' },
} satisfies Record<string, object>

type Take = keyof typeof takes

const all = Object.keys(takes) as Take[]

/** What is asked, and what is found. */
const searches: Record<string, [q: string, ...found: Take[]][]> = {
  words: [
    ['velvet', 'velvet'],
    ['VELVET Rain', 'velvet'],
    ['lamp', 'velvet', 'signed'],
    ['lamp neon', 'signed'],
    ['lamp heron'],
    ['amp'],
    ['rain', 'velvet', 'clamp'],
    ['blurry', 'clamp'],
    ['nosuchword'],
    ['etoile', 'velvet'],
    ['Éto\u0301ile', 'velvet'],
    ['final', 'signed'],
    ['STRASSE', 'signed'],
    ['straẞe', 'signed'],
    ['ΟΔΥΣΣΕΥΣ φαρο', 'greek'],
    ['istanbul', 'turkish'],
    ['ISTANBUL GECELERİ', 'turkish'],
    ['किताब', 'hindi'],
    ['क'],
    ['ｖｅｌｖｅｔ', 'velvet'],
    ['ra\u00adin', 'velvet', 'clamp'],
    ['"Google Veo"', 'veo', 'veoTwo'],
    ['fast', 'veo'],
    ['tide 04', 'dear'],
    ['hidden'],
    ['"04 b"', 'dear'],
    ['noir', 'signed'],
    ['', ...all],
    ['💡 !', ...all],
    ['darker', 'velvet', 'chinese'],
    ['暗', 'velvet', 'chinese'],
  ],
  beginnings: [
    ['lam*', 'velvet', 'clamp', 'signed'],
    ['clam*', 'clamp'],
    ['lam* rai*', 'velvet', 'clamp'],
    ['हिन्दी*', 'hindi'],
    ['हि*', 'hindi'],
    ['nosuch*'],
    ['--s*', 'velvet'],
    ['étoil*', 'velvet'],
  ],
  phrases: [
    ['"neon sign"', 'signed'],
    ['"neon red sign"', 'weighted'],
    ['"sign neon"'],
    ['wide-angle', 'velvet'],
    ['"wide angle"', 'velvet'],
    ['angle-wide'],
    ['"rain wide"', 'velvet'],
    ['"lamp in the', 'velvet'],
    // The end of one text and the beginning of another.
    ['"etoile a"'],
    ['"night train"', 'signed', 'cheap'],
  ],
  parameters: [
    ['--sref', 'velvet'],
    ['sref', 'velvet'],
    ['--sref 123', 'velvet'],
    ['"--sref 123 --ar 16:9"', 'velvet'],
    ['"--sref 16"'],
    ['--ar', 'velvet'],
    ['--rain'],
    ['16:9', 'velvet'],
    ['9:16'],
    ['(lantern:1.2)', 'weighted'],
    ['lantern', 'weighted'],
    ['[dusk]', 'weighted'],
  ],
  runs: [
    ['雨', 'chinese'],
    ['燈', 'chinese'],
    ['燈塔', 'chinese'],
    ['中的燈', 'chinese'],
    ['雨中的燈塔', 'chinese'],
    ['雨中的燈塔夜'],
    ['雨的燈塔'],
    ['雨 夜', 'chinese'],
    // Each three characters of it are there.
    ['的燈塔，夜', 'chinese'],
    ['灯', 'japanese'],
    ['ﾗｰﾒﾝ', 'japanese'],
    ['ｶﾞﾗｽ', 'japanese'],
    ['第3話', 'japanese'],
    ['第3', 'japanese'],
    ['第4話'],
    ['夜', 'chinese', 'japanese'],
    ['등대', 'korean'],
    ['등대에서'.normalize('NFD'), 'korean'],
    ['내리', 'korean'],
    ['대등'],
    ['กลาง', 'thai'],
    ['ฝน', 'thai'],
    ['منارة', 'arabic'],
    ['المنا', 'arabic'],
    ['مَن', 'arabic'],
    ['م', 'arabic'],
    ['可灵', 'kling'],
    ['۔', ...all],
  ],
  exclusions: [
    ['lamp -velvet', 'signed'],
    ['lamp -rai*', 'signed'],
    ['neon -"neon sign"', 'weighted'],
    ['neon -"red sign"', 'signed'],
    ['夜 -燈', 'japanese'],
    ['夜 -中的燈塔', 'japanese'],
    ['夜 -塔燈中的', 'chinese', 'japanese'],
    ['rain -blurry', 'velvet'],
    ['lamp -model:veo', 'velvet', 'signed'],
    ['veo -model:3.1', 'veoTwo'],
    ['lamp -tag:"night train"', 'velvet'],
    ['heron -scene:2 -project:other', 'inShot'],
    ['heron -shot:012A-A', 'elsewhere', 'other'],
    ['pelican -by:me', 'ofBob'],
    ['pelican -by:bob'],
    ['cost:>0.1 -cost:0.5', 'dear', 'cheap'],
    ['rain -on:2024-01', 'clamp'],
    ['lamp -lamp'],
  ],
  models: [
    ['model:veo', 'veo', 'veoTwo'],
    ['model:VEO', 'veo', 'veoTwo'],
    ['model:fas', 'veo'],
    ['model:eo'],
    ['model:3.1', 'veo'],
    ['model:"veo 3"', 'veo'],
    ['model:"o 3.1 f"', 'veo'],
    ['model:veo-2', 'veoTwo'],
    ['model:灵', 'kling'],
    ['model:可灵', 'kling'],
    ['model:fast model:灵', 'veo', 'kling'],
    ['model:fast platform:kling'],
    ['model:fast model:"veo-2"', 'veo', 'veoTwo'],
    ['platform:google', 'veo', 'veoTwo'],
    ['platform:google-veo', 'veo', 'veoTwo'],
    ['platform:Kling', 'kling'],
    ['platform:kling platform:google model:2', 'veoTwo'],
    ['type:video', 'veo', 'veoTwo'],
    ['type:audio'],
    ['type:video type:audio', 'veo', 'veoTwo'],
  ],
  standing: [
    ['status:selected', 'winner'],
    ['status:generated', 'cheap'],
    ['status:generated status:selected', 'cheap', 'winner'],
    ['rights:commercial-allowed', 'dear'],
    ['rights:RESTRICTED', 'cheap'],
    ['rights:restricted rights:commercial-allowed', 'dear', 'cheap'],
    ['is:winner', 'winner'],
    ['is:winner status:generated'],
    ['is:waiting', 'dear'],
    ['is:at-risk', 'dear'],
    ['-is:at-risk is:winner', 'winner'],
    ['is:kept', 'inShot', 'veo'],
    ['is:lost', 'elsewhere'],
    ['is:kept is:winner'],
    ['has:media', 'dear', 'inShot', 'elsewhere', 'veo'],
    ['has:notes', 'velvet', 'chinese'],
    ['has:notes has:media'],
    ['has:notes lamp', 'velvet'],
  ],
  tags: [
    ['tag:"night train"', 'signed', 'cheap'],
    ['tag:"NIGHT  Train"', 'signed', 'cheap'],
    ['tag:night', 'cheap'],
    ['tag:cafe-noir', 'signed'],
    ['tag:夜', 'japanese'],
    ['tag:train'],
    ['tag:night tag:夜', 'cheap', 'japanese'],
  ],
  places: [
    ['project:other', 'other'],
    ['project:"another film"', 'other'],
    ['project:nowhere'],
    ['project:nowhere project:film heron', 'other'],
    ['heron', 'inShot', 'elsewhere', 'other'],
    ['scene:2', 'elsewhere'],
    ['scene:012a heron', 'inShot', 'other'],
    ['scene:012A scene:2 heron', 'inShot', 'elsewhere', 'other'],
    ['scene:12'],
    ['shot:012A-A', 'inShot'],
    ['shot:012a-a', 'inShot'],
    ['shot:012A-B'],
    ['by:bob', 'ofBob'],
    ['by:me pelican'],
    ['by:me heron', 'inShot', 'elsewhere', 'other'],
    ['by:nobody'],
    ['by:nobody by:bob', 'ofBob'],
  ],
  days: [
    ['on:2024-01-31', 'velvet'],
    ['on:2024-01', 'velvet'],
    ['on:2024-02-01', 'clamp'],
    ['on:2024', 'velvet', 'clamp'],
    ['on:2023'],
    ['after:2024-01-31 before:2024-02-01', 'velvet'],
    ['before:2024-02-02', 'velvet', 'clamp'],
    ['before:2024-02-01', 'velvet'],
    ['before:2025', 'velvet', 'clamp'],
    ['before:2024'],
    ['-before:2025 heron', 'inShot', 'elsewhere', 'other'],
    ['after:2024-02 before:2025', 'clamp'],
    ['after:2024-03 before:2025'],
    ['after:1990 before:2025', 'velvet', 'clamp'],
    ['on:2024-01 on:2024-02'],
    ['on:9999'],
    ['after:9999'],
  ],
  measures: [
    ['length:5s', 'veo'],
    ['length:>5.1'],
    ['length:<1m', 'veo'],
    ['length:1..6s -length:<5s'],
    ['model:veo -length:5s', 'veoTwo'],
    ['size:1080p', 'veo'],
    ['size:>720p size:<4k', 'veo'],
    ['size:>4k'],
    ['size:720p..1k'],
  ],
  costs: [
    ['cost:0.5', 'kling'],
    ['cost:>0.5', 'kling', 'dear'],
    ['cost:<0.25', 'cheap', 'winner'],
    ['cost:0.25..0.5', 'cheap', 'kling'],
    ['cost:>0.25 cost:<0.5', 'cheap', 'kling'],
    ['cost:2..0.5'],
    ['cost:0', 'winner'],
  ],
}

for (const engine of engines) {
  describe(`what a search finds on ${engine}`, () => {
    let service: TestService
    let ada: TestUser
    let bob: TestUser
    let film: Film
    let otherFilm: Film
    const ids = new Map<Take, string>()

    before(async () => {
      service = await testService(engine)
      ada = await testUser(service)
      bob = await testUser(service)
      film = await testFilm(service.db, ada, 'The Long Tide')
      otherFilm = await testFilm(service.db, ada, 'Another Film')
      await runSql(service.place, `update users set name = 'Bob Étienne' where id = '${bob.id}'`)
      await ada.send('POST', `/api/projects/${film.projectId}/members`, { userId: bob.id, role: 'editor' })
      for (const take of all) await capture(take)
      await discuss()
      await keep()
      await date('velvet', '2024-01-31T23:59:59.999Z')
      await date('clamp', '2024-02-01T00:00:00.000Z')
    })
    after(() => service.close())

    async function capture(take: Take): Promise<void> {
      const user = take === 'ofBob' ? bob : ada
      const { capture } = take === 'other' ? otherFilm : film
      const shot = take === 'inShot' ? { shotId: film.shotIds[0] } : {}
      const { status, body } = await user.ingest({ ...capture, prompt: 'x', ...shot, ...takes[take] })
      assert.equal(status, 200, JSON.stringify(body))
      ids.set(take, body.asset.id)
    }

    async function discuss(): Promise<void> {
      for (const take of ['velvet', 'chinese'] as const)
        await ada.send('POST', `/api/assets/${ids.get(take)}/comments`, { text: 'Darker, 暗' })
    }

    /** One is lost after that; of another it is known how long and large it is. */
    async function keep(): Promise<void> {
      for (const take of ['inShot', 'elsewhere'] as const) {
        const { status } = await ada.send('PUT', `/api/assets/${ids.get(take)}/media`, { a: take })
        assert.ok(status < 300, `${status}`)
      }
      await runSql(
        service.place,
        `update version_media set state = 'lost' where version_id = '${ids.get('elsewhere')}'`,
      )
      const summary = { state: 'kept', width: 1080, height: 1920, durationSeconds: 5.04 }
      await runSql(
        service.place,
        `insert into version_media (version_id, kind, project_id, state, summary)
          values ('${ids.get('veo')}', 'original', '${film.projectId}', 'kept', '${JSON.stringify(summary)}')`,
      )
    }

    /** As if it had been captured then. */
    async function date(take: Take, createdAt: string): Promise<void> {
      await runSql(
        service.place,
        `update asset_versions set created_at = '${createdAt}', title = title where id = '${ids.get(take)}'`,
      )
    }

    const namesOf = (hits: SearchHit[]) => {
      const names = new Map([...ids].map(([take, id]) => [id, take]))
      return hits.map(({ id }) => names.get(id) ?? id)
    }

    for (const [group, cases] of Object.entries(searches)) {
      for (const [q, ...expected] of cases) {
        test(`${group}: ${q} finds ${expected.length < 5 ? expected.join(', ') || 'nothing' : 'everything'}`, async () => {
          for (const sort of ['best', 'newest'] as const) {
            const found = namesOf(await searchAll(ada, q, { sort, limit: 5 }))
            assert.deepEqual(found.toSorted(), expected.toSorted())
          }
        })
      }
    }
  })
}

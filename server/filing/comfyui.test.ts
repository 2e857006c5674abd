import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, describe, test } from 'node:test'
import { readMedia } from '@dailies/reading/read-media.ts'
import { mp4 } from '@dailies/reading/sample/mp4.ts'
import {
  type Film,
  sharedService,
  type TestService,
  type TestUser,
  testFilm,
  testUser,
} from '../test/service.ts'

const nodes = join(import.meta.dirname, '../../comfyui')

/** As ComfyUI hands it over: nodes by their ids, links as [id, output]. */
const graph = {
  '3': {
    class_type: 'KSampler',
    inputs: {
      seed: 156680208700286,
      steps: 20,
      cfg: 8,
      sampler_name: 'euler',
      scheduler: 'normal',
      model: ['4', 0],
      positive: ['6', 0],
      negative: ['7', 0],
    },
  },
  '4': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'sd/flux1-dev.safetensors' } },
  '6': { class_type: 'CLIPTextEncode', inputs: { text: 'a lighthouse at dusk, 灯台', clip: ['4', 1] } },
  '7': { class_type: 'CLIPTextEncode', inputs: { text: 'blurry', clip: ['4', 1] } },
  '8': { class_type: 'VAEDecode', inputs: { samples: ['3', 0], vae: ['4', 2] } },
  '9': { class_type: 'SaveToDailies', inputs: { images: ['8', 0] } },
}
const hidden = { prompt: graph, extra_pnginfo: { workflow: { nodes: [{ id: 9 }] } }, unique_id: '9' }
const pixels = (value: number) => [
  [
    [value, 0, 1],
    [0, value, 2],
  ],
  [
    [Number.MIN_VALUE, 1, 0.5],
    [1, 1, 1],
  ],
]

describe('the node of ComfyUI', () => {
  let service: TestService
  let user: TestUser
  let film: Film
  let folder: string
  const folders: string[] = []

  before(async () => {
    service = await sharedService('sqlite')
  })
  after(async () => {
    for (const one of folders) await rm(one, { recursive: true, force: true })
    await service.close()
  })
  beforeEach(async () => {
    user = await testUser(service)
    film = await testFilm(service.db, user)
    folder = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-comfyui-'))
    folders.push(folder)
  })

  const place = { project: 'The Long Tide', scene: '012a' }
  async function run(
    runs: { inputs: object; seconds?: number; until_sent?: boolean }[],
    environment: Record<string, string> = {},
  ) {
    const { PATH, HOME } = process.env
    const child = spawn('python3', ['-B', 'stand_in.py'], {
      cwd: nodes,
      env: {
        PATH,
        HOME,
        DAILIES_URL: service.address,
        DAILIES_TOKEN: user.token,
        DAILIES_SPOOL: folder,
        ...environment,
      },
    })
    child.stdin.end(runs.map((one) => `${jsonOfPython(one)}\n`).join(''))
    const [out, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    assert.equal(code, 0, errors)
    const answers = out.split('\n').filter((line) => line.startsWith('{'))
    return {
      said: out,
      answers: answers.map(
        (line) => JSON.parse(line) as { result: { ui: { text: string[] } }; waiting: number },
      ),
    }
  }
  async function takes() {
    const { body } = await user.get(`/api/scenes/${film.sceneDbId}/assets?limit=100&sort=oldest`)
    const ids = (body.data as { id: string }[]).map(({ id }) => id)
    return Promise.all(ids.map(async (id) => (await user.get(`/api/assets/${id}`)).body.data))
  }

  test('files each picture of a batch with prompt, model, seed and workflow, and writes them into it', async () => {
    const inputs = { ...place, shot: 'b', tags: 'rain, night', images: [pixels(0), pixels(1)], ...hidden }
    const { answers, said } = await run([{ inputs }])
    assert.equal(answers[0]?.waiting, 0, said)
    const made = await takes()
    assert.equal(made.length, 2)
    const [one] = made
    assert.deepEqual(
      [one.prompt, one.negativePrompt, one.modelName, one.platformKey, one.assetType, one.shotId, one.tags],
      [
        'a lighthouse at dusk, 灯台',
        'blurry',
        'flux1-dev',
        'comfyui',
        'IMAGE',
        film.shotIds[1],
        ['rain', 'night'],
      ],
    )
    assert.equal(one.metadata.seed, 156680208700286)
    assert.deepEqual(one.metadata.workflow, hidden.extra_pnginfo.workflow)
    assert.equal(one.provenance.source, 'comfyui')
    const { data } = (await user.get(`/api/assets/${one.id}/media`)).body
    assert.deepEqual([data.state, data.sha256], ['kept', one.provenance.sha256])
    const bytes = await mediaOf(one.id)
    const [reading] = await readMedia(bytes)
    assert.deepEqual([reading?.prompt, reading?.metadata?.seed], [one.prompt, 156680208700286])
    assert.deepEqual(await readdir(folder), [])
  })

  test('files a film as its object writes it, and a sound', async () => {
    const film = Buffer.from(mp4(new Uint8Array(100))).toString('hex')
    const audio = {
      sample_rate: 8000,
      waveform: [
        [
          [0, 0.5, -1, 2],
          [0, 0, 0, 0],
        ],
      ],
    }
    await run([{ inputs: { ...place, video: film, audio, prompt_text: 'told' } }])
    const made = await takes()
    assert.deepEqual(made.map(({ assetType }) => assetType).sort(), ['AUDIO', 'VIDEO'])
    assert.deepEqual(
      made.map(({ prompt }) => prompt),
      ['told', 'told'],
    )
    const sound = Buffer.from(await mediaOf(made.find(({ assetType }) => assetType === 'AUDIO').id))
    assert.deepEqual(
      [sound.readUInt16LE(22), sound.readUInt32LE(24), sound.readInt16LE(44 + 12)],
      [2, 8000, 32767],
    )
  })

  test('never fails the run: what is away, wrong or missing is said', async () => {
    const broken = [
      { inputs: { ...place } },
      { inputs: { ...place, video: null } },
      { inputs: { ...place, scene: ' ', images: [pixels(0)] } },
      { inputs: { ...place, images: [[[[1, 2, 3, 4, 5]]]] } },
    ]
    const { answers } = await run(broken, { DAILIES_URL: 'http://127.0.0.1:9' })
    assert.deepEqual(
      answers.map(({ result }) => result.ui.text.length),
      [1, 1, 1, 1],
    )
    assert.match(answers[2]!.result.ui.text[0]!, /project and scene are to be named/)
    const settings: Record<string, string>[] = [
      { DAILIES_TOKEN: '' },
      { DAILIES_URL: 'http://dailies.example' },
    ]
    for (const wrong of settings) {
      const run1 = { inputs: { ...place, images: [pixels(0)] }, until_sent: false }
      assert.equal((await run([run1], wrong)).answers.length, 1)
    }
    assert.deepEqual(await takes(), [])
  })

  test('keeps on the disk what cannot be sent, and sends it with the next run, once', async () => {
    const away = { DAILIES_URL: 'http://127.0.0.1:9' }
    const first = await run([{ inputs: { ...place, images: [pixels(0), pixels(1)] }, seconds: 1 }], away)
    assert.equal(first.answers[0]?.waiting, 2)
    assert.match(first.said, /cannot be reached.* 2 takes wait/)
    await run([{ inputs: { ...place, images: [pixels(0)] } }])
    assert.equal((await takes()).length, 2, 'the same picture again is the same take')
    assert.deepEqual(await readdir(folder), [])
  })

  test('gives its token to no other address, and keeps what something else than Dailies answers to', async () => {
    const asked: (string | undefined)[] = []
    const elsewhere = createServer(({ headers }, response) => {
      asked.push(headers.authorization)
      response.end('{}')
    })
    const answers = [
      [302, ''],
      [200, '{"hello": 1}'],
      [200, '[]'],
      [400, '{"error": 1, "details": {"fieldErrors": [1]}}'],
    ] as const
    let turn = 0
    const wrong = createServer((_request, response) => {
      const [status, body] = answers[turn]!
      response.writeHead(status, { location: addressOf(elsewhere) }).end(body)
    })
    try {
      for (const one of [elsewhere, wrong]) await once(one.listen(0, '127.0.0.1'), 'listening')
      const waits = { inputs: { ...place, images: [pixels(0)] }, seconds: 1 }
      for (; turn < 3; turn += 1) {
        const { answers } = await run([waits], { DAILIES_URL: addressOf(wrong) })
        assert.equal(answers[0]?.waiting, turn + 1)
      }
      assert.deepEqual(asked, [])
      const { said } = await run([waits], { DAILIES_URL: addressOf(wrong) })
      assert.match(said, /refused, and set aside/)
    } finally {
      elsewhere.close()
      wrong.close()
    }
  })

  test('keeps what the token may not file, says why, and files it once it may', async () => {
    const { data } = (await user.send('POST', '/api/tokens', { name: 'reads', permissions: ['read'] })).body
    const waits = { inputs: { ...place, images: [pixels(0)] }, seconds: 1 }
    const { answers, said } = await run([waits], { DAILIES_TOKEN: data.token })
    assert.match(said, /the token has to read and capture.*Insufficient permissions\. 1 takes wait/)
    assert.equal(answers[0]?.waiting, 1)
    assert.equal((await run([{ inputs: { ...place, images: [pixels(1)] } }])).answers[0]?.waiting, 0)
    assert.equal((await takes()).length, 2)
  })

  test('keeps what something answers to in lists and objects of its own', async () => {
    const project = { id: 'p', name: place.project }
    const [projects, scenes] = [{ projects: [project] }, { scenes: [{ id: 's', sceneId: '012A' }] }]
    const filed = { data: { id: 'v' } }
    const series: unknown[][] = [
      [{ projects: [1] }],
      [{ projects: 'x' }],
      [{ projects: [{ ...project, id: 1 }] }],
      [projects, { scenes: [null] }],
      [projects, scenes, { data: 1 }],
      [projects, scenes, { data: {} }],
      [projects, scenes, filed, { data: { media: true, received: 0 } }],
      [projects, scenes, filed, { data: { media: null, received: 'all' } }],
    ]
    const turns = series.map(() => 0)
    const other = createServer((request, response) => {
      const [, index] = /^\/(\d+)\//.exec(request.url ?? '') ?? []
      const answers = series[Number(index)]!
      const answer = answers[Math.min(turns[Number(index)]!++, answers.length - 1)]
      request.resume().once('end', () => response.end(JSON.stringify(answer)))
    })
    const sending = `
import os
from save_to_dailies import NotNow, Spool
address = os.environ["DAILIES_URL"]
spool = Spool(os.environ["DAILIES_SPOOL"], 10)
path = spool.new_path("png")
with open(path, "wb") as file: file.write(b"x")
spool.add(path, {"project": "The Long Tide", "scene": "012a", "sha256": "0" * 64, "capture": {}, "provenance": {}})
for index in range(${series.length}):
    os.environ["DAILIES_URL"] = f"{address}/{index}"
    try:
        spool.send_all()
    except NotNow as error:
        print(f"waits: {error}")`
    try {
      await once(other.listen(0, '127.0.0.1'), 'listening')
      const child = spawn('python3', ['-B', '-c', sending], {
        cwd: nodes,
        env: { DAILIES_URL: addressOf(other), DAILIES_TOKEN: 'x', DAILIES_SPOOL: join(folder, 'spool') },
      })
      const [said, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
      assert.equal(errors, '')
      assert.match(
        said,
        new RegExp(`^(waits: .* none of Dailies .*\n|waits: .*"id": is this.*\n){${series.length}}$`),
      )
      assert.equal((await readdir(join(folder, 'spool'))).length, 2, said)
    } finally {
      other.close()
    }
  })

  test('says that a take is lost whose file is gone, and files none without one', async () => {
    const away = { DAILIES_URL: 'http://127.0.0.1:9' }
    await run([{ inputs: { ...place, images: [pixels(0)] }, seconds: 0 }], away)
    const [name] = (await readdir(folder)).filter((one) => one.endsWith('.png'))
    await rm(join(folder, name!))
    const { said } = await run([{ inputs: { ...place, images: [pixels(1)] } }])
    assert.match(said, /\.png is gone: its take for scene 012a is not sent/)
    assert.equal((await takes()).length, 1)
    assert.deepEqual(await readdir(folder), [])
  })

  test('files anew what was deleted', async () => {
    const again = { inputs: { ...place, images: [pixels(0)] } }
    await run([again])
    const [one] = await takes()
    await user.send('DELETE', `/api/assets/${one.id}`, undefined)
    await run([again])
    assert.deepEqual(
      (await takes()).map(({ versionNumber }) => versionNumber),
      [2],
    )
  })

  test('waits for a scene that is not there yet, and sets aside what is refused', async () => {
    const nowhere = { inputs: { ...place, scene: '777', images: [pixels(0)] }, seconds: 1 }
    const { said, answers } = await run([nowhere, { inputs: { ...place, images: [pixels(1)] }, seconds: 4 }])
    assert.match(said, /no scene "777"/)
    assert.equal(answers.at(-1)?.waiting, 1)
    assert.equal((await takes()).length, 1, 'it holds up no other')
    await writeFile(join(folder, '0.png'), 'x')
    await writeFile(join(folder, '0.png.json'), '{"no": "job"}')
    await run([{ inputs: { ...place, images: [pixels(1)] }, seconds: 2 }])
    assert.deepEqual((await readdir(join(folder, 'refused'))).sort(), ['0.png', '0.png.json'])
  })

  test('files a take whose graph has numbers that are none: ComfyUI says so that a node always runs anew', async () => {
    const changed = { ...graph['3'], inputs: { ...graph['3'].inputs, cfg: 'NaN' }, is_changed: ['NaN'] }
    await run([{ inputs: { ...place, images: [pixels(0)], ...hidden, prompt: { ...graph, '3': changed } } }])
    const [{ id, metadata, prompt }] = await takes()
    assert.deepEqual(
      [prompt, metadata.promptGraph['3'].is_changed, metadata.seed],
      ['a lighthouse at dusk, 灯台', [null], 156680208700286],
    )
    const readings = await readMedia(await mediaOf(id))
    assert.ok(
      readings.some((reading) => reading.prompt === prompt),
      JSON.stringify(readings),
    )
  })

  test('is not held up by what cannot be read, or is no take', async () => {
    await mkdir(join(folder, '0.png.json'))
    for (const [index, job] of ['[]', '"x"', '{"project": 1}', '1'].entries()) {
      await writeFile(join(folder, `1${index}.png`), 'x')
      await writeFile(join(folder, `1${index}.png.json`), job)
    }
    const { said } = await run([{ inputs: { ...place, images: [pixels(0)] }, seconds: 2 }])
    assert.match(said, /0\.png cannot be read/)
    assert.equal((await takes()).length, 1)
    assert.equal((await readdir(join(folder, 'refused'))).length, 8)
  })

  test('goes on where nobody can read what it says', async () => {
    const named = { ...place, scene: '薄明\u001b[2J', images: [pixels(0)] }
    for (const encoding of ['ascii', 'cp1252', 'utf-8']) {
      const { said, answers } = await run([{ inputs: named, until_sent: false }], {
        PYTHONIOENCODING: `${encoding}:strict`,
        DAILIES_URL: 'http://127.0.0.1:9',
      })
      assert.equal(answers.length, 1, said)
      assert.ok(!said.includes('\u001b'))
    }
  })

  test('takes what is sent while it counts for sent', async () => {
    const counting = `
import os
from save_to_dailies import Spool
class Gone:
    path = name = "x"
    def is_file(self): return True
    def stat(self): raise FileNotFoundError("x")
os.scandir = lambda _: [Gone()]
spool = Spool(os.environ["DAILIES_SPOOL"], 10)
spool.check_room()
spool._forget_halves()
print("counted")`
    const child = spawn('python3', ['-B', '-c', counting], { cwd: nodes, env: { DAILIES_SPOOL: folder } })
    const [said, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
    assert.deepEqual([said, errors], ['counted\n', ''])
  })

  test('counts what was refused to what it may keep', async () => {
    await mkdir(join(folder, 'refused'))
    await writeFile(join(folder, 'refused/0.png'), 'x'.repeat(11))
    const { answers } = await run([{ inputs: { ...place, images: [pixels(0)] } }], {
      DAILIES_SPOOL_LIMIT: '10',
    })
    assert.match(answers[0]!.result.ui.text[0]!, /11 bytes wait in .* already, 11 of them refused/)
  })

  test('keeps no more than it may', async () => {
    const one = { inputs: { ...place, images: [pixels(0)] }, seconds: 0 }
    const { answers } = await run([one, one], {
      DAILIES_URL: 'http://127.0.0.1:9',
      DAILIES_SPOOL_LIMIT: '10',
    })
    assert.deepEqual(
      answers.map(({ waiting }) => waiting),
      [1, 1],
    )
    assert.match(answers[1]!.result.ui.text[0]!, /bytes wait in .* already: the take is not kept/)
  })

  test('writes its token nowhere', async () => {
    const { said } = await run([{ inputs: { ...place, images: [pixels(0)] }, seconds: 1 }], {
      DAILIES_TOKEN: `${user.token}x`,
    })
    assert.match(said, /token is refused/)
    assert.doesNotMatch(said, /svc_/)
  })

  test('does not say its token where the service says it', async () => {
    const echo = createServer(({ headers }, response) => {
      response.writeHead(503).end(JSON.stringify({ error: `No service for ${headers.authorization}` }))
    })
    try {
      await once(echo.listen(0, '127.0.0.1'), 'listening')
      const { said } = await run([{ inputs: { ...place, images: [pixels(0)] }, seconds: 1 }], {
        DAILIES_URL: addressOf(echo),
      })
      assert.match(said, /No service for Bearer \.\.\./)
      assert.doesNotMatch(said, /svc_/)
    } finally {
      echo.close()
    }
  })

  test('does not speak into the end of ComfyUI', async () => {
    // What is registered first is called last.
    const speaking = `
import atexit
atexit.register(lambda: say("too late"))
from save_to_dailies import say
say("in time")`
    const child = spawn('python3', ['-B', '-c', speaking], { cwd: nodes, env: { DAILIES_SPOOL: folder } })
    const [said, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    assert.deepEqual([code, errors], [0, ''])
    assert.equal(said, '[Save to Dailies] in time\n')
  })

  async function mediaOf(id: string): Promise<Uint8Array> {
    const response = await fetch(`${service.address}/api/media/${id}/original`, {
      headers: { authorization: `Bearer ${user.token}` },
    })
    return response.bytes()
  }
})

/** In ASCII, and with NaN, which JSON has not. */
function jsonOfPython(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('"NaN"', 'NaN')
    .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

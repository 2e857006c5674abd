import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { engines } from './engines.ts'
import { type TestService, testFilm, testService, testUser } from './service.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'docs/observability')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

/** Of Debian's package prometheus, which .ci/run installs. */
const promtool = '/usr/bin/promtool'
const without = existsSync(promtool) ? false : `${promtool} is not there: apt-get install prometheus`

function promtoolOn(args: string[], input = '') {
  const { status, stdout, stderr } = spawnSync(promtool, args, { cwd: folder, input, timeout: 120_000 })
  return { status, said: `${stdout}${stderr}` }
}

const names = (text: string) => new Set(text.match(/\bdailies_[a-z0-9_]+/g))

/** What is asked for in the dashboard and the alerts, without what Prometheus adds to a histogram. */
const asked = () => {
  const { panels, templating } = JSON.parse(read('dashboard.json'))
  const queries = [
    ...panels.flatMap(({ targets = [] }: { targets?: { expr: string }[] }) =>
      targets.map(({ expr }) => expr),
    ),
    ...templating.list.map(({ definition = '' }: { definition?: string }) => definition),
    read('alerts.yaml'),
    read('alerts.test.yaml'),
  ]
  return [...names(queries.join('\n'))]
}

const alerts = () => [...read('alerts.yaml').matchAll(/alert: (\w+)/g)].map(([, name]) => name!)

test('Prometheus takes the alerts', { skip: without }, () => {
  const { status, said } = promtoolOn(['check', 'rules', 'alerts.yaml'])
  assert.equal(status, 0, said)
})

test('each alert is raised by what it is for, and none where all is well', { skip: without }, () => {
  const { status, said } = promtoolOn(['test', 'rules', 'alerts.test.yaml'])
  assert.equal(status, 0, said)
  for (const name of alerts())
    assert.equal(read('alerts.test.yaml').match(new RegExp(`alertname: ${name}$`, 'gm'))?.length, 2, name)
})

test('for each alert it is said what to do', () => {
  const page = readFileSync(join(root, 'docs/observability.md'), 'utf8')
  for (const name of alerts()) {
    assert.match(page, new RegExp(`^### ${name}\\n\\n[^#\\n].{40}`, 'm'), name)
    assert.match(
      read('alerts.yaml'),
      new RegExp(`runbook: docs/observability.md#${name.toLowerCase()}$`, 'm'),
    )
  }
})

test('panels of the dashboard have an id each, and lie beside each other', () => {
  const { panels } = JSON.parse(read('dashboard.json'))
  assert.equal(new Set(panels.map(({ id }: { id: number }) => id)).size, panels.length)
  const taken = new Set<string>()
  for (const { gridPos, title } of panels) {
    for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
        assert.ok(x < 24 && !taken.has(`${x} ${y}`), title)
        taken.add(`${x} ${y}`)
      }
    }
  }
})

for (const engine of engines) {
  describe(`/metrics on ${engine}`, () => {
    let service: TestService
    let text: string
    let backups: string

    before(async () => {
      backups = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-backups-'))
      service = await testService(engine, {
        DAILIES_BACKUP: backups,
        DAILIES_SMTP_URL: 'smtp://127.0.0.1:9',
        DAILIES_MAIL_FROM: 'dailies@studio.example',
        DAILIES_PUBLIC_URL: 'https://dailies.studio.example',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      })
      const user = await testUser(service)
      const film = await testFilm(service.db, user)
      assert.equal((await user.ingest(film.capture)).status, 200)
      text = await (await fetch(`${service.address}/metrics`)).text()
    })
    after(async () => {
      await service.close()
      await rm(backups, { recursive: true })
    })

    test('has all that dashboard and alerts ask for', () => {
      const shown = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!))
      const of = (name: string) => (shown.has(name) ? name : name.replace(/_(bucket|count|sum)$/, ''))
      // Shown where HTTPS is spoken: server/http/certificate.test.ts.
      const known = new Set([...shown, 'dailies_tls_certificate_end_timestamp_seconds'])
      assert.deepEqual(
        asked().filter((name) => !known.has(of(name))),
        [],
      )
      assert.match(text, /^dailies_database_up 1$/m)
      assert.match(text, /^dailies_disk_free_bytes\{folder="data"\} [1-9]/m)
      assert.match(text, /^dailies_clock_ahead_seconds -?[0-9.e-]+$/m)
      assert.match(text, new RegExp(`^dailies_info\\{version="[^"]+",engine="${engine}"\\} 1$`, 'm'))
    })

    test('is as Prometheus wants it', { skip: without }, () => {
      const { status, said } = promtoolOn(['check', 'metrics'], text)
      assert.equal(status, 0, said)
    })
  })
}

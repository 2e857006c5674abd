import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startCollector } from '../test/collector.ts'
import { emptyPlace } from '../test/engines.ts'
import { runProcess } from '../test/process.ts'

const starts = new URL('../test/loaded-modules.ts', import.meta.url)

/** What a service loads that is started and asked for something, of ours by its path and of packages by their names. */
async function loaded(further: Record<string, string>): Promise<string[]> {
  const place = await emptyPlace('sqlite', further)
  const { stdout, stderr, code } = await runProcess([], {
    script: starts.pathname,
    environment: place.environment,
  })
  await place.remove()
  assert.equal(code, 0, stderr)
  return stdout.split('\n')
}

const ofTelemetry = (modules: string[]) =>
  modules.filter((url) => /server\/(telemetry\/|statement-names)|@opentelemetry\/(?!api|semantic)/.test(url))

test('where no collector is set, nothing of OpenTelemetry is loaded', async () => {
  const modules = await loaded({})
  assert.ok(modules.some((url) => url.endsWith('server/main.ts')))
  const names = ofTelemetry(modules).map((url) => url.split('/server/')[1])
  assert.deepEqual(names.sort(), ['telemetry/settings.ts', 'telemetry/watch.ts'])
  const disabled = await loaded({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    OTEL_SDK_DISABLED: 'true',
  })
  assert.equal(ofTelemetry(disabled).length, 2)
})

test('where one is set, the packages of OpenTelemetry are loaded by a thread alone', async () => {
  const collector = await startCollector()
  const modules = await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  await collector.close()
  assert.ok(modules.some((url) => url.endsWith('telemetry/tracer.ts')))
  assert.deepEqual(
    ofTelemetry(modules).filter(
      (url) => !url.includes('/server/telemetry/') && !url.includes('statement-names'),
    ),
    [],
  )
})

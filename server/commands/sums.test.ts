import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepSums } from '../production/keep-sums.ts'
import { engines } from '../test/engines.ts'
import { onService, runCommand, runSql } from '../test/process.ts'
import { sendsNothing } from '../test/property.ts'

for (const engine of engines) {
  test(`dailies sums tells on ${engine} which scenes have sums that differ from their takes, and makes them anew`, () =>
    onService(engine, sendsNothing, async ({ place, user, film, db }) => {
      for (let count = 0; count < 4; count += 1) await user.ingest({ ...film.capture, costEstimateUsd: 0.1 })
      await runSql(
        place,
        "update asset_versions set created_at = '2026-01-0' || version_number || 'T08:00:00.000Z'",
      )
      await keepSums(db)
      const run = (what: string) => runCommand(['sums', what], { environment: place.environment })
      const well = { code: 0, stdout: 'The sums of 4 scenes are right.\n', stderr: '' }
      assert.deepEqual(await run('check'), well)

      const wrongs = [
        "update take_sums set cost_usd = cost_usd + 0.01 where day = '2026-01-02'",
        "delete from take_sums where day = '2026-01-03'",
        "update take_sums set versions = 7 where day = ''",
        'delete from summed_scenes',
      ]
      for (const wrong of wrongs) {
        await runSql(place, wrong)
        const { code, stdout, stderr } = await run('check')
        assert.deepEqual([code, stdout], [1, ''], wrong)
        assert.match(
          stderr,
          new RegExp(`^dailies: scene ${film.sceneDbId} differs: \\d of its sums\n`),
          wrong,
        )
        assert.match(stderr, /\ndailies: 1 of 4 scenes differ: dailies sums rebuild makes them anew\n$/)
        const rebuilt = await run('rebuild')
        assert.deepEqual(rebuilt, { code: 0, stdout: 'The takes of 4 scenes are summed up.\n', stderr: '' })
        assert.deepEqual(await run('check'), well, wrong)
      }
    }))
}

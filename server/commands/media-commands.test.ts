import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { engines } from '../test/engines.ts'
import { put, sha256, take } from '../test/media.ts'
import { onService, runCommand } from '../test/process.ts'

for (const engine of engines) {
  describe(`media commands on ${engine}`, () => {
    test('media are checked, tidied up and moved while the service runs, each with its code and for programs as well', () =>
      onService(engine, {}, async ({ address, place, user, film }) => {
        const { environment } = place
        const run = (...args: string[]) => runCommand(['media', ...args], { environment })
        const [file, other] = [randomBytes(2000), randomBytes(3000)]
        const ids = [await take(user, film), await take(user, film)]
        await put({ address }, user, ids[0]!, file)
        await put({ address }, user, ids[1]!, other)

        const well = await run('verify', '--quick')
        assert.deepEqual([well.code, well.stdout], [0, '2 files of 5 kB: all are well.\n'])
        assert.deepEqual(JSON.parse((await run('verify', '--json')).stdout), {
          blobs: 2,
          bytes: 5000,
          damaged: 0,
        })

        const elsewhere = join(place.settings.dataFolder, 'elsewhere')
        const moved = await run('move', '--to', elsewhere)
        assert.deepEqual([moved.code, moved.stdout], [0, 'Copied 2 files of 5 kB; 0 were there already.\n'])
        assert.match((await run('move', '--to', elsewhere)).stdout, /^Copied 0 files .* 2 were there already/)
        const there = await runCommand(['media', 'verify'], {
          environment: { ...environment, DAILIES_MEDIA: elsewhere },
        })
        assert.equal(there.code, 0)
        const same = await run('move', '--to', join(place.settings.dataFolder, 'media'))
        assert.deepEqual([same.code, same.stderr], [1, 'dailies: --to: Is where they are already\n'])
        const nowhere = await run('move', '--to', 's3://bucket/prefix')
        assert.equal(nowhere.code, 1)
        assert.match(nowhere.stderr, /^dailies: AWS_ACCESS_KEY_ID: Required/)

        const [hash, missing] = [sha256(file), sha256(other)]
        const blob = (name: string) =>
          join(place.settings.dataFolder, 'media/blobs', name.slice(0, 2), name.slice(2, 4), name)
        await writeFile(blob(hash), randomBytes(2000))
        await rm(blob(missing))
        const { code, stdout } = await run('verify')
        assert.equal(code, 1)
        assert.match(stdout, new RegExp(`^rotten  ${hash}  of ${ids[0]}$`, 'm'))
        assert.match(stdout, new RegExp(`^missing  ${missing}  of ${ids[1]}$`, 'm'))
        assert.match(stdout, /2 files of 5 kB: 2 are damaged\.\n$/)

        const dry = await run('prune')
        assert.match(dry.stdout, /^Would remove 0 files .*\nNothing was removed: --yes does it\.\n$/s)
        assert.equal(JSON.parse((await run('prune', '--yes', '--json')).stdout).blobs, 0)
      }))
  })
}

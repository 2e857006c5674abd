import assert from 'node:assert/strict'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { becomes } from '../../e2e/becomes.ts'
import { freePort } from '../../scripts/free-port.ts'
import { picture } from './generated-picture.ts'
import { onRunning, type Serve, type Started, startCommand, startServe } from './process.ts'

/**
 * Writes files into a folder that is watched, while the watcher and the service are killed in turn where they stand; in the end each
 * file is there once, with its bytes.
 */
export async function killedAgainAndAgain({
  kills,
  files,
  root,
}: {
  kills: number
  files: number
  root: string
}): Promise<void> {
  // The watcher finds the service again where it was.
  const at = { DAILIES_PORT: String(await freePort()) }
  return onRunning('sqlite', at, async ({ place, serve, user, film }) => {
    const folder = join(root, 'killed')
    await mkdir(folder)
    const environment = {
      DAILIES_URL: serve.address,
      DAILIES_TOKEN: user.token,
      DAILIES_STATE: join(root, 'state-killed'),
    }
    const startWatch = () =>
      startCommand(['watch', folder, '--project', film.projectId, '--scene', '012A', '--settle', '0.3'], {
        environment,
        ready: /^Watching /,
      })
    let service: Serve = serve
    let watching: Started = await startWatch()
    try {
      let written = 0
      for (let kill = 0; kill < kills; kill += 1) {
        const most = Math.round(((kill + 1) / kills) * files)
        for (; written < most; written += 1) {
          const path = join(folder, `take_${String(written).padStart(3, '0')}.png`)
          await writeFile(`${path}.part`, picture(`take ${written}`, written, 3_000_000))
          await rename(`${path}.part`, path)
        }
        // Somewhere in what it does: while files settle, are captured or sent.
        await sleep(300 + ((kill * 173) % 900))
        if (kill % 2 === 0) {
          await watching.kill('SIGKILL')
          watching = await startWatch()
        } else {
          await service.kill('SIGKILL')
          service = await startServe(place.environment)
        }
      }
      const takes = async () => {
        const { body } = await user.get(`/api/scenes/${film.sceneDbId}/assets?limit=100&sort=oldest`)
        return (body.data as { title: string; media: { state: string } | null }[])
          .map(({ title, media }) => `${title} ${media?.state}`)
          .sort()
      }
      const all = Array.from({ length: files }, (_, at) => `take ${String(at).padStart(3, '0')} kept`)
      await becomes(takes, all, 120)
      await watching.kill('SIGTERM')
      assert.deepEqual(await takes(), all)
    } finally {
      await watching.kill('SIGKILL')
      await service.kill('SIGKILL')
    }
  })
}

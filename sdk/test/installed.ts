import { globSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { run } from './run.ts'

export interface Installed {
  /** The packed SDK. */
  tarball: string
  /** A project that has it, and nothing else. */
  project: string
  remove(): Promise<void>
}

const sdk = join(import.meta.dirname, '..')
const zod = dirname(createRequire(import.meta.url).resolve('zod/package.json'))

/**
 * Packs the SDK as it is published and installs it in an empty project, far from our own `node_modules`. Zod is packed from
 * there, so that no registry is asked.
 */
export async function installPackage(): Promise<Installed> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'dailies-sdk-')))
  const project = join(folder, 'project')
  const quiet = ['--loglevel=error', '--no-update-notifier', `--cache=${join(folder, 'cache')}`]
  await run('npm', ['pack', `--pack-destination=${folder}`, ...quiet], { cwd: sdk })
  await run('npm', ['pack', `--pack-destination=${folder}`, '--ignore-scripts', ...quiet], { cwd: zod })
  const [tarball, zodTarball] = ['dailies-sdk-*.tgz', 'zod-*.tgz'].map((name) => {
    const [file] = globSync(join(folder, name))
    if (!file) throw new Error(`npm pack made no ${name}`)
    return file
  }) as [string, string]
  await mkdir(project)
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }')
  const install = ['install', '--offline', '--no-audit', '--no-fund', tarball, zodTarball]
  await run('npm', [...install, ...quiet], { cwd: project })
  return { tarball, project, remove: () => rm(folder, { recursive: true, force: true }) }
}

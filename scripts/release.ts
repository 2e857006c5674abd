/**
 * Makes a release: the version in every workspace, the date in the changelog, packages with their checksums in
 * `dist/VERSION`, a commit and an annotated tag. It pushes and publishes nothing.
 *
 *   npm run release -- 1.2.0              makes it
 *   npm run release -- 1.2.0 --dry-run    tries all of it, and leaves no commit, tag, file or package
 *
 * What Dailies is installed from goes there too (scripts/package.ts), which takes `DAILIES_MAINTAINER`.
 *
 * Whatever goes wrong, the checkout is put back as it was.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { missingMaintainer } from './package/maintainer.ts'
import { changelogFor } from './release/changelog.ts'
import { packageProblems } from './release/packed.ts'
import { Problem } from './release/problem.ts'
import { requireGreater } from './release/version.ts'
import { filesWithVersion, type Workspace, workspacesOf } from './release/workspaces.ts'

const usage = 'Usage: npm run release -- VERSION [--dry-run]'

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort())

try {
  const { version, isTrial } = asked()
  const root = (await run('git', ['rev-parse', '--show-toplevel'], { cwd: process.cwd() })).trim()
  const packed = await release({ root, version, isTrial })
  for (const { name, count } of packed) console.log(`${name} ${version}: ${count} files`)
  console.log(isTrial ? 'All is well. Nothing is kept of it: this was a trial.' : whatIsNext(version, packed))
} catch (error) {
  console.error(error instanceof Problem ? error.message : error)
  process.exitCode = 1
}

function asked(): { version: string; isTrial: boolean } {
  const { values, positionals } = parsed()
  const [version, ...more] = positionals
  if (version === undefined || more.length > 0) throw new Problem(usage)
  // Without the two dashes npm takes the flag for its own, and whoever wanted a trial would get a release.
  return { version, isTrial: values['dry-run'] || process.env.npm_config_dry_run === 'true' }
}

function parsed() {
  const options = { 'dry-run': { type: 'boolean', default: false } } as const
  try {
    return parseArgs({ allowPositionals: true, options })
  } catch (error) {
    throw new Problem(`${(error as Error).message}\n${usage}`)
  }
}

interface Release {
  root: string
  version: string
  isTrial: boolean
}

interface Packed {
  name: string
  /** The package, in `dist/VERSION`. */
  filename: string
  /** How many files it has. */
  count: number
}

async function release({ root, version, isTrial }: Release): Promise<Packed[]> {
  const workspaces = workspacesOf(root)
  const present = workspaces.map(({ manifest }) => manifest.version)
  requireGreater(version, present)
  await requireReady(root, version)
  const today = new Date().toISOString().slice(0, 10)
  const changelog = changelogFor(await readFile(join(root, 'CHANGELOG.md'), 'utf8'), { version, today })
  const files = filesWithVersion(root, workspaces, version).set('CHANGELOG.md', changelog.text)
  for (const file of ['compose.yaml', 'compose.many.yaml'].filter((each) => existsSync(join(root, each)))) {
    const text = await readFile(join(root, file), 'utf8')
    files.set(file, text.replaceAll(/(localhost\/dailies:)\S+/g, `$1${version}`))
  }

  const head = await git(root, 'rev-parse', 'HEAD')
  const originals = await textsOf(root, files.keys())
  let isKept = false
  try {
    await writeAll(root, files)
    console.log('Building …')
    await run('npm', ['run', 'build'], { cwd: root })
    await run('npm', ['run', 'build', '--workspaces', '--if-present'], { cwd: root })
    await requireUnchangedBeside(root, files)
    const packed = await packAll(root, version)
    if (!isTrial) {
      await git(root, 'commit', '--quiet', '--message', `Release ${version}`, '--', ...files.keys())
      const message = `Dailies ${version}\n\n${changelog.notes}`
      await git(root, 'tag', '--annotate', '--cleanup=whitespace', '--message', message, `v${version}`)
    }
    isKept = !isTrial
    return packed
  } finally {
    if (!isKept) await putBack(root, { version, head, originals })
  }
}

/** Before anything is written: whatever can be known to fail, fails here. */
async function requireReady(root: string, version: string): Promise<void> {
  const changes = await git(root, 'status', '--porcelain')
  if (changes !== '') throw new Problem(`There are changes that are not committed:\n${changes}`)
  if ((await git(root, 'tag', '--list', `v${version}`)) !== '') {
    throw new Problem(`There is a tag v${version} already`)
  }
  const missing = missingMaintainer()
  if (existsSync(join(root, 'scripts/package.ts')) && missing !== undefined) throw new Problem(missing)
  await git(root, 'var', 'GIT_COMMITTER_IDENT')
  await git(root, 'check-ignore', '--quiet', 'dist/').catch(() => {
    throw new Problem('Packages are put into dist/, which .gitignore does not name')
  })
}

async function textsOf(root: string, files: Iterable<string>): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const file of files) texts.set(file, await readFile(join(root, file), 'utf8'))
  return texts
}

async function writeAll(root: string, files: Map<string, string>): Promise<void> {
  for (const [file, text] of files) await writeFile(join(root, file), text)
}

async function requireUnchangedBeside(root: string, files: Map<string, string>): Promise<void> {
  const changed = (await git(root, 'status', '--porcelain', '--no-renames')).split('\n').filter(Boolean)
  const others = changed.filter((line) => !files.has(line.slice(3)))
  if (others.length > 0) throw new Problem(`While it was built, sources changed:\n${others.join('\n')}`)
}

/** Packs what is to be published, and writes `SHA256SUMS`, as `sha256sum --check` reads it. */
async function packAll(root: string, version: string): Promise<Packed[]> {
  const folder = join(root, 'dist', version)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const published = workspacesOf(root).filter(({ manifest }) => !manifest.private)
  const packed: Packed[] = []
  await packInstallation(root, folder)
  for (const workspace of published) {
    const { files } = await pack(root, workspace, '--dry-run')
    requireGoodPackage(root, workspace, files)
    const { filename } = await pack(root, workspace, `--pack-destination=${folder}`)
    packed.push({ name: workspace.manifest.name, filename, count: files.length })
  }
  const sums = (await readdir(folder)).sort().map(async (filename) => {
    const hash = createHash('sha256').update(await readFile(join(folder, filename)))
    return `${hash.digest('hex')}  ${filename}\n`
  })
  await writeFile(join(folder, 'SHA256SUMS'), (await Promise.all(sums)).join(''))
  return packed
}

/** What it is installed from, and the list of what that is made of, with the times of the commit before. */
async function packInstallation(root: string, folder: string): Promise<void> {
  const script = join(root, 'scripts/package.ts')
  if (!existsSync(script)) return
  const moment = await git(root, 'log', '-1', '--format=%ct')
  await run(process.execPath, [script, 'release', folder], {
    cwd: root,
    env: { SOURCE_DATE_EPOCH: moment },
  })
}

/** It is built already, so no script of the package is run. */
async function pack(
  root: string,
  { folder }: Workspace,
  option: string,
): Promise<{ filename: string; files: string[] }> {
  const answer = await run('npm', ['pack', '--json', '--ignore-scripts', option], { cwd: join(root, folder) })
  const [packed] = Object.values(JSON.parse(answer)) as { filename: string; files: { path: string }[] }[]
  if (!packed) throw new Problem(`npm pack made nothing of ${folder}`)
  return { filename: packed.filename, files: packed.files.map(({ path }) => path) }
}

function requireGoodPackage(root: string, { folder, manifest }: Workspace, files: string[]): void {
  const problems = packageProblems(manifest, files, (file) => readFileSync(join(root, folder, file), 'utf8'))
  if (problems.length === 0) return
  throw new Problem([`${manifest.name} cannot be published:`, ...problems].join('\n  '))
}

/** As it was: also where the commit is made and the tag is refused. What others committed meanwhile stays. */
async function putBack(
  root: string,
  { version, head, originals }: { version: string; head: string; originals: Map<string, string> },
): Promise<void> {
  await rm(join(root, 'dist', version), { recursive: true, force: true })
  const subject = await undo(root, 'log', '-1', '--format=%P %s')
  if (subject === `${head} Release ${version}`) await undo(root, 'reset', '--quiet', head)
  if ((await undo(root, 'tag', '--list', `v${version}`)) !== '')
    await undo(root, 'tag', '--delete', `v${version}`)
  await writeAll(root, originals)
}

function whatIsNext(version: string, packed: Packed[]): string {
  return [
    `The commit, the tag v${version} and dist/${version} are here and nowhere else. To give them to others:`,
    '  git push --follow-tags',
    ...packed.map(({ filename }) => `  npm publish dist/${version}/${filename}`),
  ].join('\n')
}

async function git(root: string, ...args: string[]): Promise<string> {
  return (await run('git', args, { cwd: root })).trimEnd()
}

/** The same, whether there was an interruption or not. */
async function undo(root: string, ...args: string[]): Promise<string> {
  return (await run('git', args, { cwd: root, signal: null })).trimEnd()
}

interface RunOptions {
  cwd: string
  signal?: AbortSignal | null
  env?: Record<string, string>
}

/** What a program writes to standard output. Throws a `Problem` with what it said when it fails. */
async function run(
  program: string,
  args: string[],
  { cwd, signal = interruption.signal, env: more = {} }: RunOptions,
): Promise<string> {
  const { npm_config_dry_run: _, ...env } = process.env
  try {
    const options = { cwd, env: { ...env, ...more }, maxBuffer: 2 ** 28, ...(signal && { signal }) }
    return (await promisify(execFile)(program, args, options)).stdout
  } catch (error) {
    if (signal?.aborted) throw new Problem('Interrupted: everything is as it was')
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Problem(`${[program, ...args].join(' ')} failed:\n${stdout}${stderr}`.trimEnd())
  }
}

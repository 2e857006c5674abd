import assert from 'node:assert/strict'
import { execFile, execFileSync, spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { packageProblems } from './release/packed.ts'
import { requireGreater } from './release/version.ts'

const script = join(import.meta.dirname, 'release.ts')
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
const today = new Date().toISOString().slice(0, 10)

const lib = {
  name: '@film/lib',
  version: '1.1.0',
  files: ['dist', 'bin.js'],
  exports: { '.': { types: './dist/lib.d.ts', default: './dist/lib.js' } },
  bin: { film: './bin.js' },
  scripts: { build: 'node build.js' },
}
const app = { name: '@film/app', version: '1.1.0', private: true, dependencies: { '@film/lib': '1.1.0' } }
const lock = {
  name: 'film',
  lockfileVersion: 3,
  packages: {
    '': { name: 'film', workspaces: ['lib', 'app'] },
    lib: { name: '@film/lib', version: '1.1.0' },
    app: { name: '@film/app', version: '1.1.0', dependencies: { '@film/lib': '1.1.0' } },
    'node_modules/@film/lib': { resolved: 'lib', link: true },
  },
}
const buildOfLib = `import { mkdirSync, writeFileSync } from 'node:fs'
mkdirSync('dist', { recursive: true })
for (const name of ['lib.js', 'lib.d.ts']) writeFileSync('dist/' + name, 'export {}')
`
const slowBuild = `import { mkdirSync, writeFileSync } from 'node:fs'
mkdirSync('dist', { recursive: true })
writeFileSync('dist/begun', '')
setTimeout(() => {}, 60_000)
`
const changelog = `# Changelog

## Unreleased

### Added

- Lamps.

## 1.1.0 - 2026-01-02

- Ropes.
`
const files = {
  'package.json': json({
    name: 'film',
    private: true,
    type: 'module',
    workspaces: ['lib', 'app'],
    scripts: { build: 'node build.js' },
  }),
  'package-lock.json': json(lock),
  'build.js': '',
  'CHANGELOG.md': changelog,
  '.gitignore': 'dist/\n',
  'lib/package.json': json({ type: 'module', ...lib }),
  'lib/build.js': buildOfLib,
  'lib/bin.js': '#!/usr/bin/env node\n',
  'lib/lib.test.js': 'throw new Error()',
  'app/package.json': json(app),
}

let folder: string
const env = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  NODE_OPTIONS: '',
}
const gitIn = (cwd: string, ...args: string[]) =>
  execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dailies-release-'))
  const origin = join(folder, 'origin')
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(origin, file)), { recursive: true })
    await writeFile(join(origin, file), text)
  }
  gitIn(origin, 'init', '--quiet', '--initial-branch=main')
  gitIn(origin, 'add', '.')
  gitIn(
    origin,
    '-c',
    'user.name=Ada',
    '-c',
    'user.email=ada@studio.example',
    'commit',
    '--quiet',
    '--message=All',
  )
})
after(() => rm(folder, { recursive: true, force: true }))

let clones = 0

/** A checkout of its own. */
function checkout() {
  const root = join(folder, `clone-${++clones}`)
  gitIn(folder, 'clone', '--quiet', 'origin', root)
  const git = (...args: string[]) => gitIn(root, ...args)
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@studio.example')
  const read = (file: string) => readFile(join(root, file), 'utf8')
  return {
    root,
    git,
    read,
    readJson: async (file: string) => JSON.parse(await read(file)),
    write: (file: string, text: string) => writeFile(join(root, file), text),
    /** Changes a file for good. */
    commit: async (file: string, text: string) => {
      await mkdir(dirname(join(root, file)), { recursive: true })
      await writeFile(join(root, file), text)
      git('add', '.')
      git('commit', '--quiet', '--message', file)
    },
    /** All that a release may leave behind. */
    state: () => ({
      head: git('rev-parse', 'HEAD'),
      status: git('status', '--porcelain'),
      tags: git('tag', '--list'),
      packages: globSync('dist/**/*', { cwd: root }).filter((file) => /\.tgz$|SUMS$/.test(file)),
    }),
    release: (args: string[], more: Record<string, string> = {}) =>
      new Promise<{ code: number; output: string }>((resolve) => {
        const options = { cwd: root, env: { ...env, ...more } }
        const child = execFile(process.execPath, [script, ...args], options, (_error, stdout, stderr) =>
          resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
        )
      }),
  }
}
type Checkout = ReturnType<typeof checkout>

describe('npm run release', () => {
  test('makes a commit and an annotated tag with versions, changelog, packages and their sums, and pushes nothing', async () => {
    const { root, git, read, readJson, release } = checkout()
    const { code, output } = await release(['1.2.0'])
    assert.equal(code, 0, output)
    assert.match(output, /npm publish dist\/1\.2\.0\/film-lib-1\.2\.0\.tgz/)

    assert.equal(git('log', '-1', '--format=%s'), 'Release 1.2.0')
    assert.equal(git('status', '--porcelain'), '')
    assert.deepEqual(git('diff', '--name-only', 'HEAD~1').split('\n'), [
      'CHANGELOG.md',
      'app/package.json',
      'lib/package.json',
      'package-lock.json',
    ])
    assert.equal(git('cat-file', '-t', 'v1.2.0'), 'tag')
    assert.equal(git('rev-parse', 'v1.2.0^{commit}'), git('rev-parse', 'HEAD'))
    assert.match(git('tag', '--list', '--format=%(contents)'), /^Dailies 1\.2\.0\n\n### Added\n\n- Lamps\.$/)
    assert.equal(gitIn(join(folder, 'origin'), 'tag', '--list'), '')

    assert.deepEqual(await readJson('lib/package.json'), { type: 'module', ...lib, version: '1.2.0' })
    const dependencies = { '@film/lib': '1.2.0' }
    assert.deepEqual(await readJson('app/package.json'), { ...app, version: '1.2.0', dependencies })
    const { packages } = await readJson('package-lock.json')
    assert.deepEqual(packages, {
      ...lock.packages,
      lib: { name: '@film/lib', version: '1.2.0' },
      app: { name: '@film/app', version: '1.2.0', dependencies },
    })
    assert.equal(
      await read('CHANGELOG.md'),
      changelog.replace('## Unreleased', `## Unreleased\n\n## 1.2.0 - ${today}`),
    )

    const dist = join(root, 'dist/1.2.0')
    assert.deepEqual(globSync('*', { cwd: dist }).sort(), ['SHA256SUMS', 'film-lib-1.2.0.tgz'])
    const sum = hash('sha256', await readFile(join(dist, 'film-lib-1.2.0.tgz')))
    assert.equal(await read('dist/1.2.0/SHA256SUMS'), `${sum}  film-lib-1.2.0.tgz\n`)
    const packed = execFileSync('tar', ['-tzf', 'film-lib-1.2.0.tgz'], { cwd: dist, encoding: 'utf8' })
    assert.deepEqual(packed.trim().split('\n').sort(), [
      'package/bin.js',
      'package/dist/lib.d.ts',
      'package/dist/lib.js',
      'package/package.json',
    ])
  })

  test('takes a section of the changelog that is written already', async () => {
    const { commit, read, git, release } = checkout()
    const written = changelog.replace('## Unreleased', '## Unreleased\n\n## [1.2.0-rc.1] - 2026-03-04')
    await commit('CHANGELOG.md', written)
    const { code, output } = await release(['1.2.0-rc.1'])
    assert.equal(code, 0, output)
    assert.equal(await read('CHANGELOG.md'), written)
    assert.match(git('tag', '--list', '--format=%(contents)'), /Lamps/)
  })

  for (const [how, args, environment] of [
    ['with --dry-run', ['1.2.0', '--dry-run'], {}],
    ['where npm took the flag for its own', ['1.2.0'], { npm_config_dry_run: 'true' }],
  ] as const) {
    test(`tries all of it ${how}, and leaves nothing`, async () => {
      const { state, release } = checkout()
      const was = state()
      const { code, output } = await release([...args], environment)
      assert.equal(code, 0, output)
      assert.match(output, /@film\/lib 1\.2\.0: 4 files\n.*trial/)
      assert.deepEqual(state(), was)
    })
  }

  const ofLib = (change: object) => json({ type: 'module', ...lib, ...change })
  const refused: [why: string, prepare: (its: Checkout) => unknown, says: RegExp, args?: string[]][] = [
    ['no version is given', () => {}, /^Usage: npm run release/, []],
    ['an option is mistyped', () => {}, /Unknown option '--dry'[\s\S]*Usage/, ['1.2.0', '--dry']],
    ['it is no version', () => {}, /v1\.2 is no version/, ['v1.2']],
    ['it is the version now', () => {}, /1\.1\.0 is not greater than 1\.1\.0/, ['1.1.0']],
    ['something is not committed', ({ write }) => write('new.js', ''), /not committed:\n\?\? new\.js/],
    ['the tag is there', ({ git }) => git('tag', 'v1.2.0'), /There is a tag v1\.2\.0 already/],
    [
      'nobody says who commits',
      ({ git }) => [git('config', 'user.useConfigOnly', 'true'), git('config', '--unset', 'user.email')],
      /GIT_COMMITTER_IDENT failed/,
    ],
    [
      'dist/ is not ignored',
      ({ commit }) => commit('.gitignore', 'lib/dist/\n'),
      /\.gitignore does not name/,
    ],
    [
      'nothing is unreleased',
      ({ commit }) => commit('CHANGELOG.md', changelog.replace('- Lamps.', '')),
      /says nothing under "Unreleased"/,
    ],
    [
      'the section has no date',
      ({ commit }) => commit('CHANGELOG.md', changelog.replace('Unreleased', '1.2.0')),
      new RegExp(`no date: "## 1\\.2\\.0 - ${today}"`),
    ],
    [
      'the section is there, and more is unreleased',
      ({ commit }) => commit('CHANGELOG.md', `${changelog}\n## 1.2.0 - 2026-03-04\n\n- Oars.\n`),
      /join them/,
    ],
    [
      'the lock file does not know a workspace',
      ({ commit }) => commit('package-lock.json', json({ ...lock, packages: {} })),
      /does not know app: run npm install/,
    ],
    [
      'it does not build',
      ({ commit }) => commit('build.js', "throw new Error('no lamp')"),
      /npm run build failed:[\s\S]*no lamp/,
    ],
    [
      'a workspace does not build',
      ({ commit }) => commit('lib/build.js', "throw new Error('no rope')"),
      /--if-present failed:[\s\S]*no rope/,
    ],
    [
      'the build changes sources',
      ({ commit }) => commit('build.js', "import fs from 'node:fs'\nfs.appendFileSync('lib/bin.js', '//')"),
      /sources changed:\n M lib\/bin\.js/,
    ],
    [
      'a package has a test',
      ({ commit }) => commit('lib/package.json', ofLib({ files: ['dist', '*.js'] })),
      /@film\/lib cannot be published:\n {2}lib\.test\.js is a test/,
    ],
    [
      'a package lacks what it exports',
      ({ commit }) => commit('lib/package.json', ofLib({ exports: { './lamps/*': './dist/lamps/*.js' } })),
      /dist\/lamps\/\*\.js is missing/,
    ],
    [
      'a hook refuses the commit',
      ({ root }) =>
        writeFile(join(root, '.git/hooks/pre-commit'), '#!/bin/sh\necho no lamp >&2\nexit 1', {
          mode: 0o755,
        }),
      /git commit [\s\S]*failed:\nno lamp/,
    ],
    [
      'the tag cannot be signed, after the commit',
      ({ git }) => [git('config', 'tag.gpgSign', 'true'), git('config', 'gpg.program', '/bin/false')],
      /git tag [\s\S]*failed/,
    ],
  ]
  for (const [why, prepare, says, args = ['1.2.0']] of refused) {
    test(`says so in words where ${why}, and leaves everything as it was`, async () => {
      const its = checkout()
      await prepare(its)
      const was = its.state()
      const { code, output } = await its.release(args)
      assert.match(output, says)
      assert.doesNotMatch(output, /^ +at .*scripts\/release/m)
      assert.equal(code, 1)
      // What the build did to a source is left to be looked at.
      const now = its.state()
      assert.deepEqual({ ...now, status: now.status.replace(/^M lib\/bin\.js$/, '') }, was)
    })
  }

  test('interrupted, it puts everything back', async () => {
    const { root, commit, state } = checkout()
    await commit('build.js', slowBuild)
    const was = state()
    const child = spawn(process.execPath, [script, '1.2.0'], {
      cwd: root,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk) => {
      said += chunk
    })
    while (!existsSync(join(root, 'dist/begun')) && child.exitCode === null) await sleep(20)
    assert.notDeepEqual(state(), was)
    child.kill('SIGINT')
    const [code] = await once(child, 'close')
    assert.equal(code, 1)
    assert.match(said, /^Interrupted/)
    assert.deepEqual(state(), was)
  })
})

describe('a package', () => {
  const manifest = {
    ...lib,
    exports: { ...lib.exports, './lamps/*': { node: null, default: './dist/lamps/*.js' } },
  }
  const good = [
    'package.json',
    'bin.js',
    'dist/lib.js',
    'dist/lib.d.ts',
    'dist/lamps/red/dark.js',
    'dist/latest.js',
  ]
  const problemsOf = (files: string[], text = 'export {}') => packageProblems(manifest, files, () => text)

  test('is good when it has what it names, and nothing else is known of it', () => {
    assert.deepEqual(problemsOf(good), [])
  })

  for (const [file, what] of [
    ['src/lib.test.ts', 'a test'],
    ['dist/lib.long.js', 'a test'],
    ['dist/types/lib.test.d.ts', 'a test'],
    ['test/stage.js', 'a test'],
    ['dist/fixtures/lamp.html', 'a fixture'],
    ['demo/film.png', 'what the demo is made of'],
    ['.env.local', 'a secret'],
    ['data/secret.key', 'a secret'],
    ['.npmrc', 'a secret'],
    ['data/dailies.db-wal', 'data'],
    ['node_modules/zod/index.js', 'left over'],
    ['lib-1.1.0.tgz', 'left over'],
  ] as const) {
    test(`has no ${file}`, () => {
      assert.deepEqual(problemsOf([...good, file]), [`${file} is ${what}, and not to be published`])
    })
  }

  for (const [text, what] of [
    ['-----BEGIN EC PRIVATE KEY-----', 'a private key'],
    [`svc_${'a1'.repeat(24)}b`, 'a token of Dailies'],
    [`whsec_${'Ab+/'.repeat(11)}`, 'the secret of a webhook'],
    [`npm_${'a1'.repeat(18)}`, 'a token of npm or GitHub'],
  ] as const) {
    test(`holds no ${what.replace(/^\w+ /, '')}`, () => {
      assert.deepEqual(
        [...new Set(problemsOf(good, text))],
        good.map((file) => `${file} holds ${what}`),
      )
    })
  }

  for (const [missing, named] of [
    ['bin.js', 'bin.js'],
    ['dist/lib.d.ts', 'dist/lib.d.ts'],
    ['dist/lamps/red/dark.js', 'dist/lamps/*.js'],
  ]) {
    test(`is not without ${missing}`, () => {
      const files = good.filter((file) => file !== missing)
      assert.deepEqual(problemsOf(files), [`${named} is missing, which package.json names`])
    })
  }
})

test('versions are in the order of Semantic Versioning', () => {
  const inOrder = [
    ...['1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta', '1.0.0-beta.2', '1.0.0-beta.11'],
    ...['1.0.0-rc.1', '1.0.0', '1.0.1', '1.2.0', '1.10.0', '2.0.0-0', '2.0.0-0a', '2.0.0', '10.0.0'],
  ]
  for (const [place, version] of inOrder.entries()) {
    const [lower, others] = [inOrder.slice(0, place), inOrder.slice(place)]
    requireGreater(version, lower)
    for (const other of others) assert.throws(() => requireGreater(version, [...lower, other]), /not greater/)
  }
  for (const wrong of ['1.2', '01.2.3', '1.2.3-', '1.2.3-01', '1.2.3+build', '1.2.3 ', 'latest', '']) {
    assert.throws(() => requireGreater(wrong, []), /is no version/, wrong)
  }
})

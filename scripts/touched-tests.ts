import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { importsIn } from './imports.ts'

/** What the screens are made of, which their tests reach through the browser. */
const behindScreens = /^(ui|reading|console|extension|sdk\/src)\/(?!.*\.test\.ts$)/
const ofScreens = /^e2e\//
/** What every test depends on. */
const behindAll = /^(package-lock\.json|package\.json|scripts\/(test|shared|postgres)\.ts)$/

/**
 * Those of the tests that what was changed since the commit touches, or what is not committed when there is none: they
 * are changed themselves, import it (also by way of other files), or name it, as tests of documents do.
 */
export function touchedTests(tests: readonly string[], since = 'HEAD'): string[] {
  const changed = new Set([
    ...git('diff', '--name-only', '--no-renames', since),
    ...git('ls-files', '--others', '--exclude-standard'),
  ])
  if ([...changed].some((file) => behindAll.test(file))) return [...tests]
  const screens = [...changed].some((file) => behindScreens.test(file))
  const names = [...changed].map((file) => basename(file)).filter((name) => !name.endsWith('.ts'))
  const closures = new Map<string, Set<string>>()
  return tests.filter((test) => {
    if (screens && ofScreens.test(test)) return true
    for (const file of importedBy(test, closures)) {
      if (changed.has(file)) return true
      const text = textOf(file)
      if (names.some((name) => text.includes(name))) return true
    }
    return false
  })
}

function git(...args: string[]): string[] {
  return execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
}

/** The file and all of the checkout that it imports, also by way of others. */
function importedBy(file: string, known: Map<string, Set<string>>): Set<string> {
  const found = new Set([file])
  for (const from of found) {
    const direct = known.get(from) ?? new Set(importsOf(from))
    known.set(from, direct)
    for (const to of direct) found.add(to)
  }
  return found
}

function importsOf(file: string): string[] {
  return importsIn(textOf(file), file)
    .map(({ to }) => to)
    .filter((name) => /\.(js|ts|tsx|json)$/.test(name) && existsSync(name))
}

const texts = new Map<string, string>()
function textOf(file: string): string {
  let text = texts.get(file)
  if (text === undefined) {
    text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    texts.set(file, text)
  }
  return text
}

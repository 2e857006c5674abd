import { normalize } from 'node:path'
import type { Manifest } from './workspaces.ts'

const unwanted: [what: string, path: RegExp][] = [
  ['a test', /(^|\/)(tests?|testing|__tests__|e2e)\/|\.(test|spec|long)(\.d)?\.[cm]?[jt]sx?$/],
  ['a fixture', /(^|\/)(fixtures?|__fixtures__)\//],
  ['what the demo is made of', /(^|\/)demo\//],
  ['a secret', /(^|\/)(\.env[^/]*|\.npmrc|\.netrc|id_(rsa|ed25519)|[^/]+\.(pem|key|p12|pfx))$/],
  ['data', /\.(db|sqlite)(-wal|-shm)?$/],
  ['left over', /(^|\/)node_modules\/|\.(log|tgz)$/],
]

const secrets: [what: string, text: RegExp][] = [
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ['a token of Dailies', /\bsvc_[0-9A-Za-z]{49}\b/],
  ['the secret of a webhook', /\bwhsec_[A-Za-z0-9+/]{32,}/],
  ['a token of npm or GitHub', /\b(npm|gh[pousr])_[A-Za-z0-9]{36}\b/],
]

/** What is wrong with the list of files of a package, a sentence each. `read` gives the text of one of them. */
export function packageProblems(
  manifest: Manifest,
  files: readonly string[],
  read: (file: string) => string,
): string[] {
  const paths = files.map((file) => normalize(file))
  return [
    ...paths.flatMap((file) => {
      const found = unwanted.find(([, path]) => path.test(file))
      return found ? [`${file} is ${found[0]}, and not to be published`] : []
    }),
    ...paths.flatMap((file) => {
      const text = read(file)
      return secrets.filter(([, secret]) => secret.test(text)).map(([what]) => `${file} holds ${what}`)
    }),
    ...namedFiles(manifest)
      .filter((named) => !paths.some((file) => patternOf(named).test(file)))
      .map((named) => `${named} is missing, which package.json names`),
  ]
}

/** What importers and shells find by: each a path, or a pattern of paths. */
function namedFiles({ exports, bin, main, module, types }: Manifest): string[] {
  const named = [exports, bin, main, module, types].flatMap(textsIn)
  return [...new Set(named.map((path) => normalize(path)))]
}

/** `exports` nests by path and by condition; null excludes. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** A `*` stands for any text, slashes too. Node's documentation of packages, "Subpath patterns". */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.split('*').map(RegExp.escape).join('.+')}$`)
}

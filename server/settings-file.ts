import { isSecret, problemWith, secretVariables, variables } from './config.ts'
import { parseEnvironmentFile } from './environment-file.ts'
import { DailiesError } from './error.ts'
import { nearestName } from './nearest.ts'
import { readSmallFile } from './small-file.ts'

export const usualFile = '/etc/dailies.env'

type Environment = Record<string, string | undefined>

/** A variable that is set, and where: `DAILIES_PORT`, or `/etc/dailies.env, line 3: DAILIES_PORT`. */
interface Given {
  value: string
  said: string
}

/** By variable. */
type Layer = Map<string, Given>

/**
 * Adds to the environment what the file of settings says and it does not, and of each secret that is in a file of its own
 * (`DAILIES_SECRET_KEY_FILE`) what is in that. In its place: what a process starts goes by it, too. `named` is the file that a
 * flag names; without it that of `DAILIES_SETTINGS`, and else `usual`, if it is there. Returns what is to be told. Throws
 * `invalid`, with a line for each thing that is wrong.
 */
export function completeEnvironment(
  environment: Environment,
  { named, usual = usualFile }: { named?: string | undefined; usual?: string } = {},
): string[] {
  const problems: string[] = []
  const told = misspelt(environment)
  const own: Layer = new Map()
  for (const name of [...secretVariables, ...secretVariables.map(fileOf)]) {
    if (environment[name]) own.set(name, { value: environment[name], said: name })
  }
  for (const [name, { value }] of withSecrets(own, problems)) environment[name] = value
  // Who reads the environment again, as a process does that is started from here, finds each secret once.
  for (const name of secretVariables) delete environment[fileOf(name)]

  const path = named ?? (environment.DAILIES_SETTINGS || undefined)
  const found = readSmallFile(path ?? usual)
  if ('text' in found) {
    const layer = settingsIn(found.text, path ?? usual, problems)
    for (const name of layer.keys()) if (environment[variableOf(name)]) layer.delete(name)
    for (const [name, { value }] of withSecrets(layer, problems)) environment[name] = value
  } else if (path !== undefined) {
    problems.push(`${named === undefined ? 'DAILIES_SETTINGS' : '--settings'}: ${path}: ${found.problem}`)
  } else if (found.code !== 'ENOENT' && found.code !== 'ENOTDIR') {
    told.push(`${usual}: ${found.problem}. Nothing of it counts`)
  }
  if (problems.length > 0) throw new DailiesError('invalid', problems.join('\n'))
  return told
}

/** What a file says that is for Dailies: systemd may take the same file, with what is for others. */
function settingsIn(text: string, path: string, problems: string[]): Layer {
  const layer: Layer = new Map()
  const lines = new Map<string, number>()
  const { assignments, wrong } = parseEnvironmentFile(text)
  problems.push(...wrong.map(({ line, problem }) => `${path}, line ${line}: ${problem}`))
  for (const { name, value, line } of assignments) {
    if (!/^(DAILIES|AWS|OTEL)_/.test(name)) continue
    const said = `${path}, line ${line}: ${name}`
    const before = lines.get(name)
    lines.set(name, line)
    const problem =
      before === undefined ? problemOf(name, value) : `Is in line ${before}, too: take one of them out`
    if (problem) problems.push(`${said}: ${problem}`)
    else if (value !== '') layer.set(name, { value, said })
  }
  return layer
}

function problemOf(name: string, value: string): string | undefined {
  if (name.startsWith('DAILIES_') && !settable.includes(name)) return noSetting(name)
  return value === '' ? undefined : problemWith(name, value)
}

/** With what is in the files of secrets instead of where they are. */
function withSecrets(layer: Layer, problems: string[]): Layer {
  const all: Layer = new Map(layer)
  for (const name of secretVariables) {
    const file = layer.get(fileOf(name))
    if (!file) continue
    all.delete(fileOf(name))
    const secret = layer.has(name)
      ? { problem: `${name} is set, too: set one of them` }
      : secretIn(name, file)
    if ('value' in secret) all.set(name, { value: secret.value, said: file.said })
    else problems.push(`${file.said}: ${secret.problem}`)
  }
  return all
}

function secretIn(name: string, { value: path }: Given): { value: string } | { problem: string } {
  const found = readSmallFile(path)
  if ('problem' in found) return { problem: `${path}: ${found.problem}` }
  const value = found.text.replace(/\r?\n$/, '')
  const problem = value === '' ? 'Is empty' : problemWith(name, value)
  return problem ? { problem: `${path}: ${problem}` } : { value }
}

/** Those alone that are nearly one: others are of other commands, and of whatever else is called so. */
function misspelt(environment: Environment): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith('DAILIES_') && environment[name] && !isKnown(name))
    .filter((name) => meantBy(name) !== undefined)
    .map((name) => `${name}: ${noSetting(name)}`)
}

const isKnown = (name: string) => settable.includes(name) || name === 'DAILIES_SETTINGS'

function noSetting(name: string): string {
  const meant = meantBy(name)
  return `Is no setting. ${meant ? `Is ${meant} meant?` : 'They are in docs/settings.md'}`
}

function meantBy(name: string): string | undefined {
  const [, ...rest] = name.split('_')
  const found = nearestName(
    rest.join('_'),
    settable.filter(isOurs).map((known) => known.slice('DAILIES_'.length)),
  )
  return found && `DAILIES_${found}`
}

const fileOf = (variable: string) => `${variable}_FILE`

/** `DAILIES_SECRET_KEY` of `DAILIES_SECRET_KEY_FILE`; every other is itself. */
function variableOf(name: string): string {
  const variable = name.replace(/_FILE$/, '')
  return isSecret(variable) ? variable : name
}

const isOurs = (name: string) => name.startsWith('DAILIES_')

/** What may be in a file. */
const settable = [...variables, ...secretVariables.filter((name) => !name.startsWith('AWS_')).map(fileOf)]

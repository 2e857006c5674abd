import { readSetting, type Settings, writeSetting } from '../store/database.ts'
import { patternOf } from './address.ts'
import { giveUpAccess } from './permissions.ts'

/** Ends the connection and forgets the token. Captures stay, and are sent after the next connection. */
export async function disconnect(): Promise<void> {
  const connection = await readSetting('connection')
  await writeSetting('connection', undefined)
  await forgetService()
  if (!connection) return
  const locals = Object.values((await readSetting('localInterfaces')) ?? {}).map(patternOf)
  const pattern = patternOf(connection.address)
  if (!locals.includes(pattern)) await giveUpAccess([pattern])
}

const ofTheService: (keyof Settings)[] = [
  'placeAtHand',
  'preferences',
  'lacks',
  'remotePreviews',
  'known.projects',
  'known.scenes',
  'known.shots',
  'known.characters',
  'known.platforms',
  'known.versions',
  'known.promptPackages',
  'known.rightsDefaults',
  'known.coloredTags',
]

/** What is known of one service means nothing to another. */
export async function forgetService(): Promise<void> {
  await Promise.all(ofTheService.map((name) => writeSetting(name, undefined)))
}

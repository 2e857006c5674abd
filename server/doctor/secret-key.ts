import { readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Settings } from '../config.ts'
import { codeOf } from '../media/store-failure.ts'
import { openSecretBox } from '../secret-box.ts'
import { countForeignSecrets } from '../webhooks/queries.ts'
import { type Finding, failed, skipped, well } from './check.ts'
import { type Opened, usable } from './database.ts'

/** As a key that is made has more. */
const fewestCharacters = 32

export async function checkSecretKey(
  settings: Pick<Settings, 'secretKey' | 'dataFolder'>,
  opened: Opened,
): Promise<Finding> {
  const problem =
    settings.secretKey === undefined ? await problemOfFile(settings.dataFolder, opened) : undefined
  if (problem) return problem
  const place =
    settings.secretKey === undefined ? resolve(settings.dataFolder, 'secret.key') : 'DAILIES_SECRET_KEY'
  const db = usable(opened)
  if (!db) return well(`The key is in ${place}.`)
  const { prefix } = openSecretBox(settings)
  const foreign = (await db.first(countForeignSecrets, { sealedBy: `${prefix}%` }))?.count ?? 0
  if (foreign === 0) return well(`The key is in ${place}, and all secrets of webhooks are sealed by it.`)
  return failed(
    `The secrets of ${foreign === 1 ? 'a webhook' : `${foreign} webhooks`} are sealed by another key than that in ${place}: nothing can be sent there.`,
    'Bring the former key back, in DAILIES_SECRET_KEY or the secret.key of the data folder, or rotate their secrets.',
  )
}

/** Reads the key and makes none. */
async function problemOfFile(folder: string, opened: Opened): Promise<Finding | undefined> {
  const path = resolve(join(folder, 'secret.key'))
  try {
    const { mode } = await stat(path)
    const key = (await readFile(path, 'utf8')).trim()
    if (key.length < fewestCharacters) {
      return failed(`${path} holds no key: it is empty or cut off.`, bringBack)
    }
    if ((mode & 0o077) !== 0 && process.platform !== 'win32') {
      return failed(
        `Others on this machine may read ${path} (mode ${(mode & 0o777).toString(8).padStart(4, '0')}).`,
        `chmod 600 ${path}`,
      )
    }
    return undefined
  } catch (error) {
    const code = codeOf(error)
    if (code === undefined) throw error
    if (code !== 'ENOENT') {
      return failed(`${path} cannot be read (${code}).`, 'Run this as the user that runs Dailies.')
    }
  }
  const isNew = opened.is === 'missing' || (opened.is === 'open' && opened.db.version === 0)
  if (isNew) return skipped(`There is no key yet: the first start makes ${path}.`)
  return failed(
    `There is no ${path}: the next start makes another key, with which everybody has to sign in again and nothing is sent to webhooks.`,
    bringBack,
  )
}

const bringBack =
  'Bring the key back from where it was backed up, or set DAILIES_SECRET_KEY, the same on every node.'

import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolders } from './make-folders.ts'

const nonceLength = 12
const tagLength = 16

/** Encrypts what has to be read again, such as the secrets of webhooks: a copy of the database alone gives none away. */
export interface SecretBox {
  /** What everything sealed by this key begins with. */
  prefix: string
  /** `owner` is the id of the row that it belongs to: moved to another row, it does not open. */
  seal(secret: string, owner: string): string
  /** Nothing when it was sealed by another key, for another owner, or is damaged. */
  open(sealed: string, owner: string): string | undefined
}

interface KeySettings {
  secretKey?: string | undefined
  dataFolder: string
}

/** Opens the box with the key of the settings, or that of the data folder. AES-256-GCM. */
export function openSecretBox(settings: KeySettings): SecretBox {
  const key = derivedKey(settings, 'dailies secrets')
  const prefix = `v1:${hash('sha256', key).slice(0, 16)}:`
  return {
    prefix,
    seal(secret, owner) {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([
        nonce,
        cipher.update(secret, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ])
      return prefix + sealed.toString('base64')
    },
    open(sealed, owner) {
      if (!sealed.startsWith(prefix)) return undefined
      const bytes = Buffer.from(sealed.slice(prefix.length), 'base64')
      try {
        const nonce = bytes.subarray(0, nonceLength)
        const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
        decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-tagLength))
        const secret = decipher.update(bytes.subarray(nonceLength, -tagLength), undefined, 'utf8')
        return secret + decipher.final('utf8')
      } catch {
        return undefined
      }
    },
  }
}

/**
 * A key of 32 bytes for one purpose, derived by HKDF-SHA-256 (RFC 5869) from the key of the settings, or from one kept in
 * the data folder (`secret.key`), which is made when it is missing.
 */
export function derivedKey({ secretKey, dataFolder }: KeySettings, purpose: string): Buffer {
  const material = secretKey ?? keyOfFolder(dataFolder)
  return Buffer.from(hkdfSync('sha256', material, '', purpose, 32))
}

function keyOfFolder(folder: string): string {
  const path = join(folder, 'secret.key')
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  // Linked when it is whole: of processes that start together the first wins, and none reads half a key.
  makeFolders(folder)
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
  return readFileSync(path, 'utf8').trim()
}

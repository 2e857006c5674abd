import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { DailiesError } from '../error.ts'
import { makeFolders } from '../make-folders.ts'
import { FolderStore } from './folder-store.ts'
import { ownFolder } from './own-folder.ts'
import type { S3Bucket } from './s3-requests.ts'
import { S3Store } from './s3-store.ts'
import type { Store } from './store.ts'
import { codeOf } from './store-failure.ts'

const usualVariable = 'DAILIES_MEDIA'
const defaultRegion = 'us-east-1'
const addressOfBucket = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/

interface Place {
  /** A folder, or `s3://bucket/prefix`; undefined is a folder in that of the data. */
  media?: string | undefined
  dataFolder: string
  /** Says how an S3-compatible store is reached, as for other programs: `AWS_ENDPOINT_URL_S3`, `AWS_REGION`, keys. */
  environment: Record<string, string | undefined>
  /** What errors say that it was named by. */
  variable?: string
}

/** Opens the store, and makes its folders. Asks an S3-compatible one nothing yet. Throws `invalid`, which names the variable. */
export function openStore({ media, dataFolder, environment, variable = usualVariable }: Place): Store {
  if (media !== undefined && /^[a-z0-9]+:\/\//i.test(media))
    return openBucket(media, { dataFolder, environment, variable })
  const folder = media ?? join(dataFolder, 'media')
  return inFolder(folder, variable, () => new FolderStore(folder))
}

function openBucket(
  media: string,
  { dataFolder, environment, variable }: Required<Omit<Place, 'media'>>,
): Store {
  const found = bucketAt(media, { environment, variable })
  const incoming = join(dataFolder, 'media-incoming')
  return inFolder(incoming, variable, () => {
    makeFolders(incoming)
    return new S3Store({ ...found, incoming: ownFolder(incoming) })
  })
}

/** A bucket, how it is reached, and what keys begin with there: empty, or ending in a slash. Throws `invalid`, which names the variable. */
export function bucketAt(
  place: string,
  { environment, variable = usualVariable }: Pick<Place, 'environment' | 'variable'>,
): S3Bucket & { prefix: string } {
  const [, bucket, path = ''] = addressOfBucket.exec(place) ?? []
  if (!bucket) {
    throw new DailiesError(
      'invalid',
      `${variable}: Must be a folder, or s3://BUCKET/PREFIX with the name of a bucket`,
    )
  }
  const keys = {
    region: given(environment, 'AWS_REGION') ?? given(environment, 'AWS_DEFAULT_REGION') ?? defaultRegion,
    accessKeyId: required(environment, 'AWS_ACCESS_KEY_ID', variable),
    secretAccessKey: required(environment, 'AWS_SECRET_ACCESS_KEY', variable),
    sessionToken: given(environment, 'AWS_SESSION_TOKEN'),
  }
  return { url: urlOf(bucket, keys.region, environment), keys, prefix: prefixOf(path, variable) }
}

/** Every character means itself in an address and in XML. */
function prefixOf(path: string, variable: string): string {
  const parts = path.split('/').filter(Boolean)
  if (parts.some((part) => !/^[A-Za-z0-9._-]+$/.test(part) || /^\.+$/.test(part)) || path.length > 500) {
    const rule = 'Must have a prefix of letters, digits, hyphens, underscores, dots and slashes'
    throw new DailiesError('invalid', `${variable}: ${rule}`)
  }
  return prefixIn(path)
}

function prefixIn(path: string): string {
  return path
    .split('/')
    .filter(Boolean)
    .map((part) => `${part}/`)
    .join('')
}

function required(environment: Place['environment'], name: string, variable: string): string {
  const value = given(environment, name)
  if (!value) throw new DailiesError('invalid', `${name}: Required, as ${variable} is s3://…`)
  return value
}

/** Of what can be sent in a header: not the end of a line that was read from a file with it. */
function given(environment: Place['environment'], name: string): string | undefined {
  const value = environment[name]
  if (value && !/^[\x21-\x7e]+$/.test(value)) {
    throw new DailiesError('invalid', `${name}: Must have no blanks or line breaks`)
  }
  return value || undefined
}

function urlOf(bucket: string, region: string, environment: Place['environment']): URL {
  const name = environment.AWS_ENDPOINT_URL_S3 ? 'AWS_ENDPOINT_URL_S3' : 'AWS_ENDPOINT_URL'
  const text = environment[name]
  if (!text) {
    const host = `s3.${region}.amazonaws.com`
    // The certificate is for names of one part more.
    return new URL(bucket.includes('.') ? `https://${host}/${bucket}/` : `https://${bucket}.${host}/`)
  }
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new DailiesError('invalid', `${name}: Must be an address such as https://s3.example.com`)
  }
  const path = url.pathname.replace(/\/*$/, '/')
  const isHostOfBucket = url.hostname.startsWith(`${bucket}.`)
  return new URL(isHostOfBucket ? path : `${path}${bucket}/`, url)
}

function inFolder(folder: string, variable: string, open: () => Store): Store {
  try {
    return open()
  } catch (error) {
    const code = codeOf(error)
    if (code === undefined) throw error
    throw new DailiesError('invalid', `${variable}: The folder ${folder} cannot be used (${code})`)
  }
}

/** Which place that is, whatever it is called: a folder without links, and a bucket with what keys begin with. Each ends in a slash. */
export function samePlaceOf(place: Pick<Place, 'media' | 'dataFolder'>): string {
  const said = placeOf(place)
  const [, bucket, path = ''] = addressOfBucket.exec(said) ?? []
  return bucket ? `s3://${bucket}/${prefixIn(path)}` : `${withoutLinks(said).replace(/\/$/, '')}/`
}

/** Of what is not there yet, the folder is that it will be in. */
function withoutLinks(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    const parent = dirname(path)
    if (codeOf(error) !== 'ENOENT' || parent === path) return path
    return join(withoutLinks(parent), basename(path))
  }
}

/** Where media are kept, for people: a folder, or `s3://bucket/prefix`. */
export function placeOf({ media, dataFolder }: Pick<Place, 'media' | 'dataFolder'>): string {
  return media?.startsWith('s3://') ? media : resolve(media ?? join(dataFolder, 'media'))
}

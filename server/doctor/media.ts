import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Settings } from '../config.ts'
import { bucketAt } from '../media/open-store.ts'
import { S3Store } from '../media/s3-store.ts'
import { findFfmpeg } from '../media/work/ffmpeg.ts'
import { type Finding, failed, reasonOf, skipped, warned, well } from './check.ts'
import type { Opened } from './database.ts'
import { flushMilliseconds, mediaFolder, unwritable } from './disk.ts'

/** Milliseconds until a bucket answers, and no further try. */
const times = { timeout: 8000, pauses: [] }

type MediaSettings = Pick<Settings, 'media' | 'dataFolder'>

export function checkMediaStore(
  settings: MediaSettings,
  environment: Record<string, string | undefined>,
  opened: Opened,
): Promise<Finding> {
  const folder = mediaFolder(settings)
  return folder === undefined ? checkBucket(settings.media!, environment) : checkFolder(folder, opened)
}

/** Makes no folder: where the disk is away, one in its place would hide that. */
async function checkFolder(folder: string, opened: Opened): Promise<Finding> {
  if (existsSync(join(folder, 'blobs'))) {
    try {
      await flushMilliseconds(folder, 1)
      return well(`Media are in ${folder}, which takes files.`)
    } catch (error) {
      return unwritable(folder, error)
    }
  }
  const isNew = opened.is === 'missing' || (opened.is === 'open' && opened.db.version === 0)
  if (isNew) return skipped(`There are no media in ${folder} yet: the first start makes it.`)
  return failed(
    `There are no media in ${folder}.`,
    'See that its disk is there, and that DAILIES_MEDIA names the folder that it had before.',
  )
}

async function checkBucket(media: string, environment: Record<string, string | undefined>): Promise<Finding> {
  try {
    // Nothing goes by the folder: what is tried is a text.
    await new S3Store({ ...bucketAt(media, { environment }), incoming: tmpdir(), times }).check()
    return well(`Media are in ${media}, which takes files.`)
  } catch (error) {
    return failed(
      `The bucket ${media} cannot be used: ${reasonOf(error)}.`,
      'See that it is there, and that AWS_ENDPOINT_URL_S3, AWS_REGION and the keys let Dailies read, write, list and remove in it.',
    )
  }
}

export async function checkFfmpeg(
  { ffmpeg }: Pick<Settings, 'ffmpeg'>,
  signal: AbortSignal,
): Promise<Finding> {
  if (ffmpeg === 'false') return skipped('DAILIES_FFMPEG is false: films get no posters.')
  const found = await findFfmpeg(ffmpeg, signal)
  if (found) return well(`ffmpeg ${found.version} is there.`)
  return warned(
    `There is no ffmpeg${ffmpeg ? ` at ${ffmpeg}` : ' in PATH'}: films get no posters, and no copies that browsers play.`,
    'Install ffmpeg, or name it in DAILIES_FFMPEG, and start the service again.',
  )
}

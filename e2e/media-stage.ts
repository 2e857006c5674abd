import assert from 'node:assert/strict'
import type { CardMedia } from '@dailies/contract/media.ts'
import type { Locator } from 'playwright-core'
import { picture } from '../demo/picture.ts'
import { becomes } from './becomes.ts'
import { serveMedia } from './media-server.ts'
import { openStage, type Stage } from './stage.ts'

/** A service that fetches media, and a platform that it fetches them from. */
export interface MediaStage extends Stage {
  media: Awaited<ReturnType<typeof serveMedia>>
  /** Captures into the stage's scene; the id of the version. */
  capture(change: object): Promise<string>
  /** Sends a file as somebody's program does. */
  put(id: string, body: Buffer, kind?: string): Promise<void>
  /** Captured, sent and ready to be shown. */
  kept(change: object, body: Buffer): Promise<string>
  stateOf(id: string): Promise<CardMedia>
  /** Until all that is to be made of it is made. */
  ready(id: string): Promise<CardMedia>
}

/** So that it may fetch from the platform, and nothing is made that a machine may lack. */
const settings = {
  DAILIES_MEDIA_FETCH: 'true',
  DAILIES_MEDIA_FETCH_ALLOW: '127.0.0.0/8,::1/128',
}

export async function openMediaStage(
  further: Record<string, string> = {},
  files: Parameters<typeof serveMedia>[0] = {},
): Promise<MediaStage> {
  const media = await serveMedia(files)
  const stage = await openStage({ alone: { ...settings, ...further }, loadsAhead: false })
  const { user, film, service } = stage

  async function capture(change: object): Promise<string> {
    const answer = await user.ingest({
      ...film.capture,
      status: 'GENERATED',
      rightsState: 'COMMERCIAL_ALLOWED',
      outputUrl: undefined,
      thumbnailUrl: undefined,
      ...change,
    })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.asset.id
  }

  async function put(id: string, body: Buffer, kind = 'original'): Promise<void> {
    const answer = await fetch(`${service.address}/api/assets/${id}/media?kind=${kind}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(body),
    })
    assert.equal(answer.status, 200, await answer.text())
  }

  const stateOf = async (id: string): Promise<CardMedia> =>
    (await user.get(`/api/assets/${id}/media`)).body.data

  async function ready(id: string): Promise<CardMedia> {
    await becomes(async () => {
      const media = await stateOf(id)
      return media?.state === 'kept' && !media.isWorkedOn
    }, true)
    return stateOf(id)
  }

  return {
    ...stage,
    media,
    capture,
    put,
    stateOf,
    ready,
    kept: async (change, body) => {
      const id = await capture(change)
      await put(id, body)
      await ready(id)
      return id
    },
    end: async () => {
      await stage.end()
      media.close()
    },
  }
}

/** A picture, 640 by 360; another seed is another one, and the same place and mood look alike. */
export function still(seed: number, place: Parameters<typeof picture>[0]['place'] = 'sea'): Buffer {
  return picture({ place, mood: 'storm', seed })
}

/** What a browser is given when somebody drops files. */
interface Dropped {
  name: string
  type: string
  /** Of that many bytes, where it is not of these. */
  body: Buffer | number
}

/** Drops files on an element, as somebody does who drags them from their desktop. */
export async function drop(on: Locator, files: Dropped[]): Promise<void> {
  const page = on.page()
  const sent = files.map(({ name, type, body }) => ({
    name,
    type,
    ...(typeof body === 'number' ? { size: body } : { base64: body.toString('base64') }),
  }))
  const dataTransfer = await page.evaluateHandle(
    (files) => {
      const transfer = new DataTransfer()
      for (const { name, type, size, base64 } of files) {
        const bytes =
          base64 === undefined
            ? new Uint8Array(size!)
            : Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        transfer.items.add(new File([bytes], name, { type }))
      }
      return transfer
    },
    sent as { name: string; type: string; size?: number; base64?: string }[],
  )
  await on.dispatchEvent('dragenter', { dataTransfer })
  await on.dispatchEvent('dragover', { dataTransfer })
  await on.dispatchEvent('drop', { dataTransfer })
}

import { endpoints } from '@dailies/contract/endpoints.ts'
import type { ScheduledBackups, VersionMedia } from '@dailies/contract/media.ts'
import type { Database } from '../db/database.ts'
import { notFound } from '../error.ts'
import { only } from '../http/envelope.ts'
import { type Caller, type Route, route } from '../http/route.ts'
import type { Actor } from '../production/membership.ts'
import { TurnsByUser } from '../turns.ts'
import { listAlike } from './alike.ts'
import type { Keeping } from './keep.ts'
import { keepNow } from './keep-now.ts'
import { findKept } from './kept.ts'
import { readMedia } from './read.ts'
import { findMediaFile } from './serve.ts'
import type { SignedAddresses } from './signed-addresses.ts'
import { readStorage, setMediaQuota } from './storage.ts'
import { uploadMedia } from './upload.ts'

/** Of one user; those beyond wait, and nothing of them is read. */
const uploadsAtOnce = 16

interface MediaParts {
  keeping: Keeping
  addresses: SignedAddresses
  /** Where they are, in words. */
  place: string
  /** Bytes that a file may have. */
  limit: number
  /** Whether who asks for a file is sent to where the store has it. */
  redirects: boolean
  /** Whether the service fetches what nobody sends. */
  fetches: boolean
  ffmpeg: () => Promise<string | null>
  /** How far the backups are that are made by themselves; null where none are. */
  backups: () => Promise<ScheduledBackups | null>
  /** Who a token speaks for by now, if it may read; undefined where it has ended. */
  readerOf: (tokenId: string) => Promise<Actor | undefined>
  /** Called once there is something to fetch or to work on, or something happened of which webhooks may want to hear. */
  came: () => void
}

export function mediaRoutes(db: Database, parts: MediaParts): Route[] {
  const { keeping, addresses, limit, redirects, fetches, came } = parts
  const turns = new TurnsByUser({ atOnce: uploadsAtOnce })
  const serving = { store: keeping.store, redirects }
  return [
    route(endpoints.readMedia, async ({ caller, params }) =>
      only(await readMedia(db, caller, params.id, addresses.of(caller))),
    ),

    {
      ...route(endpoints.uploadMedia, async ({ caller, guarded, params, query, headers, upload }) => {
        const state = await turns.take(caller.userId, () =>
          uploadMedia(
            keeping,
            { actor: caller, id: params.id, ...query, headers, body: upload, guarded },
            { limit, addressOf: addresses.of(caller) },
          ),
        )
        if (state.media) came()
        return only({ ...state, media: state.media && toldTo(caller, state.media) })
      }),
      waits: true,
    },

    route(endpoints.keepMedia, async ({ caller, params }) => {
      const addressOf = addresses.of(caller)
      const media = await keepNow(db, { actor: caller, id: params.id, fetches, addressOf })
      came()
      return only(toldTo(caller, media))
    }),

    route(endpoints.listAlike, async ({ caller, params }) => only(await listAlike(db, caller, params.id))),

    route(endpoints.findKept, async ({ caller, params, body }) =>
      only(await findKept(db, { ...body, actor: caller, projectId: params.id })),
    ),

    route(endpoints.serveMedia, ({ caller, params, query }) =>
      findMediaFile(db, serving, caller, { ...params, ...query }),
    ),

    route(endpoints.serveSignedMedia, async ({ params, query }) => {
      const { ticket, id, kind } = params
      const missing = () => notFound('Media')
      const signed = addresses.open(ticket, id, kind, query.v ?? '')
      const reader = signed && (await parts.readerOf(signed.tokenId))
      if (!reader) throw missing()
      return findMediaFile(db, serving, reader, { ...params, ...query })
    }),

    route(endpoints.readStorage, async () =>
      only(
        await readStorage(db, {
          store: parts.place,
          quotas: keeping.quotas,
          fetches,
          ffmpeg: parts.ffmpeg,
          backups: parts.backups,
        }),
      ),
    ),

    route(endpoints.setMediaQuota, async ({ guarded, params, body }) =>
      only(await setMediaQuota(guarded(db), { projectId: params.id, bytes: body.bytes })),
    ),
  ]
}

/** Who may not read learns that it is kept, or what comes next, and nothing of where and what it is. */
function toldTo({ permissions }: Pick<Caller, 'permissions'>, media: VersionMedia): VersionMedia {
  if (permissions.includes('read')) return media
  const { state, endsAt, isWorkedOn, attempts, nextTryAt } = media
  return { ...untold, state, endsAt, isWorkedOn, attempts, nextTryAt }
}

const untold = {
  ...{ reason: null, type: null, bytes: null, width: null, height: null, durationSeconds: null },
  ...{ original: null, thumbnails: [], poster: null, filmstrip: null, waveform: null, proxy: null },
  ...{ placeholder: null, facts: null, sha256: null, url: null },
}

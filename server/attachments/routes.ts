import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { only } from '../http/envelope.ts'
import { type Route, route } from '../http/route.ts'
import type { Keeping } from '../media/keep.ts'
import { TurnsByUser } from '../turns.ts'
import { attachFile } from './attach-file.ts'
import { findAttachment } from './serve-attachment.ts'

/** Of one user; those beyond wait, and nothing of them is read. */
const atOnce = 4

interface AttachmentParts {
  keeping: Keeping
  /** Bytes that a file may have, where that is less than of attachments. */
  limit: number
  /** Whether who asks for a file is sent to where the store has it. */
  redirects: boolean
  /** Called once there is something to be looked into. */
  came: () => void
}

export function attachmentRoutes(
  db: Database,
  { keeping, limit, redirects, came }: AttachmentParts,
): Route[] {
  const turns = new TurnsByUser({ atOnce })
  const serving = { store: keeping.store, redirects }
  return [
    {
      ...route(endpoints.attachFile, async ({ caller, guarded, params, query, headers, upload }) => {
        const sent = { actor: caller, id: params.id, name: query.name, headers, body: upload, guarded }
        const attachment = await turns.take(caller.userId, () => attachFile(keeping, sent, { limit }))
        came()
        return only(attachment)
      }),
      waits: true,
    },

    route(endpoints.serveAttachment, ({ caller, params, query }) =>
      findAttachment(db, serving, caller, { ...params, ...query }),
    ),
  ]
}

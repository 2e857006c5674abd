import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { only } from '../http/envelope.ts'
import { type Route, route } from '../http/route.ts'
import type { SignedAddresses } from '../media/signed-addresses.ts'
import { readApprovalRule, setApprovalRule } from './approval-rule.ts'
import { readComment } from './comment.ts'
import { createComment } from './create-comment.ts'
import { deleteComment } from './delete-comment.ts'
import { listComments, listNotesCarried, listOpenNotes } from './list-comments.ts'
import { resolveComment } from './resolve-comment.ts'
import { updateComment } from './update-comment.ts'
import { giveVerdict, listVerdicts } from './verdicts.ts'

/** `announced` is called once something happened of which webhooks may want to hear. */
export function commentRoutes(
  db: Database,
  addresses: SignedAddresses,
  { announced }: { announced: () => void },
): Route[] {
  return [
    route(endpoints.listComments, ({ caller, params, query }) =>
      listComments(db, caller, { ...query, assetVersionId: params.id }),
    ),

    route(endpoints.listCarriedNotes, ({ caller, params, query }) =>
      listNotesCarried(db, caller, { ...query, assetVersionId: params.id }, addresses.of(caller)),
    ),

    route(endpoints.createComment, async ({ caller, params, body }) => {
      const comment = await createComment(db, caller, { assetVersionId: params.id, comment: body })
      announced()
      return only(comment)
    }),

    route(endpoints.readComment, async ({ caller, params }) =>
      only(await readComment(db, caller, params.id)),
    ),

    route(endpoints.updateComment, async ({ caller, params, body }) =>
      only(await updateComment(db, caller, { ...body, id: params.id })),
    ),

    route(endpoints.deleteComment, async ({ caller, params }) =>
      only(await deleteComment(db, caller, params.id)),
    ),

    route(endpoints.resolveComment, async ({ caller, params, body }) =>
      only(await resolveComment(db, caller, { ...body, id: params.id })),
    ),

    route(endpoints.listOpenNotes, ({ caller, params, query }) =>
      listOpenNotes(db, caller, { ...query, projectId: params.id }, addresses.of(caller)),
    ),

    route(endpoints.listVerdicts, ({ caller, params, query }) =>
      listVerdicts(db, caller, { ...query, assetVersionId: params.id }),
    ),

    route(endpoints.giveVerdict, async ({ caller, params, body }) => {
      const verdict = await giveVerdict(db, caller, { assetVersionId: params.id, given: body })
      announced()
      return only(verdict)
    }),

    route(endpoints.readApprovalRule, async ({ caller, params }) =>
      only(await readApprovalRule(db, caller, params.id)),
    ),

    route(endpoints.setApprovalRule, async ({ caller, params, body }) =>
      only(await setApprovalRule(db, caller, { ...body, projectId: params.id })),
    ),
  ]
}

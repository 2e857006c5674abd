import { endpoints } from '@dailies/contract/endpoints.ts'
import { costOf } from '../assets/change-routes.ts'
import type { Database } from '../db/database.ts'
import { only } from '../http/envelope.ts'
import { type Route, route } from '../http/route.ts'
import type { Shares } from '../shares.ts'
import { browseTags, listTagColors } from './browse.ts'
import { changeTags, findToChange } from './change-tags.ts'
import { setTagColor } from './set-color.ts'

/** The tags of a project; `announced` is called once something happened of which webhooks may want to hear. */
export function tagRoutes(db: Database, shares: Shares, { announced }: { announced: () => void }): Route[] {
  // Of a request with a token, which counts for as many as it changes: all takes are looked through once.
  const found = new WeakMap<object, Awaited<ReturnType<typeof findToChange>>>()
  return [
    route(endpoints.listTags, ({ caller, params, query, hasLeft }) =>
      shares.take({ userId: caller.userId, hasLeft }, (step) =>
        browseTags(db, step, { actor: caller, projectId: params.id, ...query }),
      ),
    ),

    route(endpoints.listTagColors, async ({ caller, params }) => ({
      data: await listTagColors(db, caller, params.id),
      metadata: {},
    })),

    route(endpoints.setTagColor, async ({ caller, guarded, params, body }) =>
      only(await setTagColor(guarded(db), caller, { projectId: params.id, ...body })),
    ),

    route(
      endpoints.changeTags,
      async ({ caller, guarded, params, body, hasLeft }) => {
        const asked = { projectId: params.id, ...body, found: found.get(body) }
        const answer = await shares.take({ userId: caller.userId, hasLeft }, (step) =>
          changeTags(guarded(db), step, caller, asked),
        )
        announced()
        return only(answer)
      },
      async ({ caller, params, body, hasLeft }) => {
        const asked = { projectId: params.id, from: body.from }
        const versions = await shares.take({ userId: caller.userId, hasLeft }, (step) =>
          findToChange(db, step, caller, asked),
        )
        found.set(body, versions)
        return costOf(versions?.ids.length ?? 0)
      },
    ),
  ]
}

import { endpoints } from '@dailies/contract/endpoints.ts'
import { costOf } from '../assets/change-routes.ts'
import type { Database } from '../db/database.ts'
import { only } from '../http/envelope.ts'
import { type Route, route } from '../http/route.ts'
import type { Shares, Step } from '../shares.ts'
import { browseTags, listTagColors } from './browse.ts'
import { changeTags, findToChange } from './change-tags.ts'
import { setTagColor } from './set-color.ts'

/** The tags of a project; `announced` is called once something happened of which webhooks may want to hear. */
export function tagRoutes(db: Database, shares: Shares, { announced }: { announced: () => void }): Route[] {
  // Of a request with a token, which counts for as many as it changes: all takes are looked through once.
  const found = new WeakMap<object, Awaited<ReturnType<typeof findToChange>>>()
  /** For work of which each step is a turn of its own, and what is in between is none. */
  const turnsOf =
    (whose: Parameters<Shares['take']>[0]): Step =>
    (work) =>
      shares.take(whose, (step) => step(work))
  return [
    route(endpoints.listTags, ({ caller, params, query, hasLeft, older }) =>
      shares.take({ userId: caller.userId, hasLeft }, (step) =>
        browseTags(db, step, { actor: caller, projectId: params.id, ...query, older: older(db) }),
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
        // Whoever changes many goes on reading meanwhile.
        const step = turnsOf({ userId: caller.userId, hasLeft })
        const answer = await changeTags(guarded(db), step, caller, asked)
        announced()
        return only(answer)
      },
      async ({ caller, params, body, hasLeft }) => {
        const asked = { projectId: params.id, from: body.from }
        const step = turnsOf({ userId: caller.userId, hasLeft })
        const versions = await findToChange(db, step, caller, asked)
        found.set(body, versions)
        return costOf(versions?.ids.length ?? 0)
      },
    ),
  ]
}

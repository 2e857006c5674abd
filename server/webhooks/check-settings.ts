import type { FieldErrors } from '@dailies/contract/error.ts'
import type { NewWebhook } from '@dailies/contract/webhook.ts'
import type { Connection } from '../db/database.ts'
import { listColumn } from '../db/json-column.ts'
import { invalid } from '../error.ts'
import type { AllowedAddresses } from '../outside/allowed-addresses.ts'
import { type Actor, reaches } from '../production/membership.ts'
import { findProjectOfMember, findSceneOfMember } from '../production/queries.ts'
import { templateProblem } from './bodies/check-template.ts'
import type { WebhookSettings } from './queries.ts'
import { urlProblem } from './webhook-url.ts'

/** What this installation lets a webhook be. */
export interface WebhookRules {
  /** Lets `http://` through. */
  development: boolean
  addresses: AllowedAddresses
}

type Settings = Omit<NewWebhook, 'secret'>

/**
 * Throws `invalid` with everything that is wrong with the settings as a whole: the contract checked each by itself.
 * `given` are those that are new; what was accepted once is not asked about again.
 */
export async function checkSettings(
  db: Connection,
  actor: Actor,
  { settings, given }: { settings: Settings; given: Partial<Settings> },
  rules: WebhookRules,
): Promise<void> {
  const isNew = (...fields: (keyof Settings)[]) => fields.some((field) => field in given)
  const problems: Record<string, string | undefined> = {
    url: isNew('url') ? urlProblem(settings.url, rules) : undefined,
    template: isNew('template', 'batching', 'events') ? templateProblem(settings) : undefined,
    projectIds: isNew('projectIds') ? await projectProblem(db, actor, settings) : undefined,
    sceneDbIds: isNew('projectIds', 'sceneDbIds') ? await sceneProblem(db, actor, settings) : undefined,
  }
  const fieldErrors: FieldErrors = {}
  for (const [field, problem] of Object.entries(problems)) if (problem) fieldErrors[field] = [problem]
  if (Object.keys(fieldErrors).length > 0) throw invalid(fieldErrors)
}

async function projectProblem(db: Connection, actor: Actor, { projectIds }: Settings) {
  if (projectIds.length === 0 && actor.projectIds.length > 0) return 'Must name projects of the token'
  for (const id of projectIds) {
    const found = await db.first(findProjectOfMember, { id, userId: actor.userId })
    if (!found || !reaches(actor, id)) return `Not a project of yours: ${id}`
  }
  return undefined
}

async function sceneProblem(db: Connection, actor: Actor, { sceneDbIds, projectIds }: Settings) {
  for (const id of sceneDbIds) {
    const scene = await db.first(findSceneOfMember, { id, userId: actor.userId })
    if (!scene || !reaches(actor, scene.projectId)) return `Not a scene of yours: ${id}`
    if (projectIds.length > 0 && !projectIds.includes(scene.projectId)) {
      return `Not a scene of the projects in projectIds, so nothing would ever match: ${id}`
    }
  }
  return undefined
}

/** Settings as columns. */
export function toColumns(id: string, settings: Settings, now: string): WebhookSettings {
  const { url, description, events, projectIds, sceneDbIds, template, batching, active } = settings
  return {
    id,
    url,
    description,
    events: JSON.stringify(events),
    projectIds: listColumn(projectIds),
    sceneDbIds: listColumn(sceneDbIds),
    template: template && JSON.stringify(template),
    batchEvents: batching?.maxEvents ?? 1,
    batchSeconds: batching?.maxSeconds ?? 0,
    active: active ? 1 : 0,
    now,
  }
}

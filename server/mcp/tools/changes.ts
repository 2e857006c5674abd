import {
  type AssetChange,
  type AssetChangeAnswer,
  assetChangeAnswer,
  assetChangeSet,
} from '@dailies/contract/asset-change.ts'
import { assetStatus, rightsState } from '@dailies/contract/asset-version.ts'
import { asWritten, changeInWords } from '@dailies/contract/change-words.ts'
import { z } from 'zod'
import { CannotDo } from '../cannot-do.ts'
import { givenId } from '../ids.ts'
import { cursor, limit, nextCursor, rest } from '../pages.ts'
import { isData } from '../shown.ts'
import { tool } from '../tool.ts'

/** More are for the console. */
const most = 100

/** Takes of which it is said why they were refused. */
const mostRefused = 20

const outcome = assetChangeAnswer
  .pick({ id: true, changed: true, unchanged: true, refused: true })
  .extend({ reasons: z.array(z.string()).describe(`Why, of the first ${mostRefused}`) })

function told({ id, changed, unchanged, refused, results }: AssetChangeAnswer) {
  const reasons = results
    .filter(({ outcome }) => outcome === 'refused')
    .slice(0, mostRefused)
    .map((result) => `${result.id}: ${result.reason}`)
  const head = `${changed} changed, ${unchanged} unchanged, ${refused} refused.`
  const undo = id === null ? '' : ` undo_change with id ${id} takes it back.`
  return {
    text: [head + undo, ...reasons.map((reason) => `- ${reason}`)].join('\n'),
    structured: { id, changed, unchanged, refused, reasons },
  }
}

const tags = z.array(z.string()).max(100).optional()

export const changeTakes = tool({
  name: 'change_takes',
  description:
    'Makes one change of takes of a project, in one transaction; those that may not be changed so are refused by themselves. Only where the user asked for it.',
  asks: ['changeAssets'],
  does: 'set',
  input: z.strictObject({
    projectId: givenId.describe('From list_projects'),
    takeIds: z.array(givenId).min(1).max(most),
    status: assetStatus.optional(),
    rightsState: rightsState.optional(),
    addTags: tags,
    removeTags: tags,
    compareGroup: z.string().max(200).nullable().optional(),
    sceneDbId: givenId.optional().describe('To move them there'),
    shotId: givenId.nullable().optional().describe('Of their scene, or of sceneDbId'),
    delete: z.literal(true).optional().describe('Into the trash'),
  }),
  output: outcome,
  run: async ({ projectId, takeIds, ...given }, { dailies, signal }) => {
    const change = changeOf(given)
    const { data } = await dailies.changeAssets({ id: projectId, of: { ids: takeIds }, change }, { signal })
    return told(data)
  },
})

interface Given {
  status?: z.output<typeof assetStatus> | undefined
  rightsState?: z.output<typeof rightsState> | undefined
  addTags?: string[] | undefined
  removeTags?: string[] | undefined
  compareGroup?: string | null | undefined
  sceneDbId?: string | undefined
  shotId?: string | null | undefined
  delete?: true | undefined
}

/** Throws CannotDo where it is none, or more than one. */
function changeOf(given: Given): AssetChange {
  const { status, rightsState, addTags, removeTags, compareGroup, sceneDbId, shotId } = given
  const changes: AssetChange[] = []
  if (status) changes.push({ kind: 'status', status })
  if (rightsState) changes.push({ kind: 'rights', rightsState })
  if (addTags || removeTags) changes.push({ kind: 'tags', addTags, removeTags })
  if (compareGroup !== undefined) changes.push({ kind: 'group', compareGroup })
  if (sceneDbId !== undefined) changes.push({ kind: 'scene', sceneDbId, shotId })
  else if (shotId !== undefined) changes.push({ kind: 'shot', shotId })
  if (given.delete) changes.push({ kind: 'delete' })
  const [only, another] = changes
  if (!only || another) {
    throw new CannotDo(
      'Give one change: status, rightsState, addTags and removeTags, compareGroup, sceneDbId with or without shotId, shotId, or delete.',
    )
  }
  return only
}

export const undoChange = tool({
  name: 'undo_change',
  description:
    'Makes its takes what they were before; one that was changed since is refused by itself. Undoing that does it again. Only where the user asked for it.',
  asks: ['undoAssetChanges'],
  does: 'set',
  input: z.strictObject({ id: givenId.describe('From list_changes') }),
  output: outcome,
  run: async ({ id }, { dailies, signal }) => told((await dailies.undoAssetChanges({ id }, { signal })).data),
})

const shownChange = assetChangeSet.pick({ id: true, at: true }).extend({
  count: z.int(),
  what: z.string(),
  by: z.string(),
  takeId: z.string().nullable().describe('Where it changed one alone'),
  undone: z.boolean(),
})

export const listChanges = tool({
  name: 'list_changes',
  description: `Lists what was done to takes in the last 30 days and can be undone, or was, the newest first. ${isData}`,
  asks: ['listAssetChangeSets'],
  does: 'look',
  input: z.strictObject({ projectId: givenId.describe('From list_projects'), limit, cursor }),
  output: z.object({ changes: z.array(shownChange), nextCursor }),
  run: async ({ projectId, limit, cursor }, { dailies, signal }) => {
    const { data, metadata } = await dailies.listAssetChangeSets({ id: projectId, limit, cursor }, { signal })
    const changes = data.map((set) => {
      const { id, count, at, by, asset, undone } = set
      const takes = asset
        ? `${asset.assetType} v${asset.versionNumber} of ${asset.platformKey}`
        : `${count} takes`
      const what = changeInWords(set, takes, asWritten)
      return { id, count, at, what, by: by.name, takeId: asset?.id ?? null, undone: undone !== null }
    })
    const lines = changes.map(
      ({ id, at, by, what, undone }) => `- ${id}: ${at}, ${by} ${what}${undone ? ' (undone)' : ''}`,
    )
    const text = lines.length === 0 ? 'Nothing was changed.' : lines.join('\n')
    return { text: text + rest(metadata), structured: { changes, nextCursor: metadata.nextCursor } }
  },
})

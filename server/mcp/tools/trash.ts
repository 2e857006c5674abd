import { z } from 'zod'
import { givenId } from '../ids.ts'
import { cursor, limit, nextCursor, rest } from '../pages.ts'
import { cut, quoted } from '../plain.ts'
import { isData } from '../shown.ts'
import { tool } from '../tool.ts'

const kind = z.enum(['take', 'scene', 'project'])

const thrown = z.object({
  kind,
  id: z.string(),
  name: z.string(),
  deletedAt: z.string(),
  deletedBy: z.string().nullable(),
  goesAt: z.string().describe('From then on it may go for good'),
})

type Thrown = z.output<typeof thrown>

interface Deleted {
  id: string
  deletedAt: string
  deletedBy: { name: string } | null
  goesAt: string
}

function shown(kind: Thrown['kind'], name: string, { id, deletedAt, deletedBy, goesAt }: Deleted): Thrown {
  return { kind, id, name: cut(name, 200), deletedAt, deletedBy: deletedBy?.name ?? null, goesAt }
}

export const listTrash = tool({
  name: 'list_trash',
  description: `Lists takes and scenes of a project that were deleted and can be restored; without projectId, projects. The last deleted first. ${isData}`,
  asks: ['listTrash', 'listDeletedProjects'],
  does: 'look',
  input: z.strictObject({
    projectId: givenId.optional(),
    limit,
    cursor,
  }),
  output: z.object({ things: z.array(thrown), nextCursor }),
  run: async ({ projectId, ...page }, { dailies, signal }) => {
    const { things, metadata } = await (projectId === undefined ? projects() : ofProject(projectId))
    const lines = things.map(
      ({ kind, id, name, deletedBy, goesAt }) =>
        `- ${kind} ${id}: ${quoted(name, 200)}, deleted by ${deletedBy ?? 'somebody'}, goes ${goesAt}`,
    )
    const text = lines.length === 0 ? 'The trash is empty.' : lines.join('\n')
    return { text: text + rest(metadata), structured: { things, nextCursor: metadata.nextCursor } }

    async function projects() {
      const { data, metadata } = await dailies.listDeletedProjects(page, { signal })
      return { things: data.map((one) => shown('project', one.name, one)), metadata }
    }
    async function ofProject(id: string) {
      const { data, metadata } = await dailies.listTrash({ id, ...page }, { signal })
      const things = data.map((one) => {
        if (one.kind === 'scene')
          return shown('scene', [one.sceneId, one.storyBeat].filter(Boolean).join(': '), one)
        const { assetType, versionNumber, platformKey, scene, title, prompt } = one
        const what = `${assetType} v${versionNumber} of ${platformKey}, scene ${scene.sceneId}`
        return shown('take', `${what}: ${title ?? prompt}`, one)
      })
      return { things, metadata }
    }
  },
})

export const restoreDeleted = tool({
  name: 'restore_deleted',
  description:
    'Brings a deleted take, scene or project back. A take is the winner again only where there is no other by now.',
  asks: ['restoreAsset', 'restoreScene', 'restoreProject'],
  asksFor: ({ kind }) => restores[kind],
  does: 'set',
  input: z.strictObject({ kind, id: givenId.describe('From list_trash') }),
  output: z.object({ id: z.string() }),
  run: async ({ kind, id }, { dailies, signal }) => {
    await dailies[restores[kind]]({ id }, { signal })
    return { text: `Restored: ${kind} ${id}.`, structured: { id } }
  },
})

const restores = { take: 'restoreAsset', scene: 'restoreScene', project: 'restoreProject' } as const

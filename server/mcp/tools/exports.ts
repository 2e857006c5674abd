import type { ProductionExport } from '@dailies/contract/export.ts'
import { z } from 'zod'
import { givenId } from '../ids.ts'
import { quoted } from '../plain.ts'
import { tool } from '../tool.ts'

/** More are for the console. */
const most = 100

const shownExport = z.object({
  ...{ id: z.string(), state: z.string(), files: z.int(), missing: z.int() },
  ...{ signed: z.int().nullable(), unsigned: z.int().nullable() },
  zip: z.string().nullable().describe('A path on the service, once it is ready'),
})

type Shown = z.output<typeof shownExport>

function toShown(one: ProductionExport): Shown {
  const zip = one.state === 'ready' ? `/api/exports/${encodeURIComponent(one.id)}/zip` : null
  return shownExport.parse({ ...one, zip })
}

function textOf(
  { id, name, state, reason, files, missing, signed, unsigned, bytes }: ProductionExport,
  { zip }: Shown,
): string {
  const of = `${id}: ${quoted(name, 120)}`
  if (state === 'failed') return `${of} failed: ${reason ?? 'make another'}.`
  if (state === 'preparing') return `${of} is being prepared: read_export tells when it is ready.`
  const lost = missing > 0 ? `; ${missing} of the takes have no file here` : ''
  const copies = signed === null ? '' : `; ${signed} takes are signed copies`
  const notSigned = unsigned ? `, ${unsigned} could not be signed: manifest.json says why` : ''
  return `${of} is ready: ${files} files, ${bytes} bytes${lost}${copies}${notSigned}. The user gets it by Export in the console, or from ${zip} with the token.`
}

export const exportTakes = tool({
  name: 'export_takes',
  title: 'Hand a film or takes over to the edit',
  description:
    'Prepares a ZIP of a film, act, scene, playlist or takes for the edit. Only where the user asked for it.',
  asks: ['createExport'],
  does: 'add',
  input: z.strictObject({
    projectId: givenId.describe('From list_projects'),
    of: z.enum(['film', 'playlist', 'versions']).default('film').describe('versions: of `takeIds`'),
    act: z.number().optional(),
    sceneDbId: givenId.optional(),
    playlistId: givenId.optional(),
    takeIds: z.array(givenId).max(most).default([]),
    alternates: z.enum(['none', 'approved', 'all']).default('none'),
  }),
  output: shownExport,
  run: async ({ projectId, takeIds: versionIds, ...given }, { dailies, signal }) => {
    const { data } = await dailies.createExport({ id: projectId, versionIds, ...given }, { signal })
    const structured = toShown(data)
    return { text: textOf(data, structured), structured }
  },
})

export const readExport = tool({
  name: 'read_export',
  description: 'Whether it is ready, and where its ZIP is.',
  asks: ['readExport'],
  does: 'look',
  input: z.strictObject({ id: givenId.describe('From export_takes') }),
  output: shownExport,
  run: async ({ id }, { dailies, signal }) => {
    const { data } = await dailies.readExport({ id }, { signal })
    const structured = toShown(data)
    return { text: textOf(data, structured), structured }
  },
})

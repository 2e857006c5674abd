import { cutEntry } from '@dailies/contract/cut.ts'
import { frameRate, timecode } from '@dailies/contract/frame.ts'
import { z } from 'zod'
import { givenId } from '../ids.ts'
import { cut, quoted } from '../plain.ts'
import { isData } from '../shown.ts'
import { tool } from '../tool.ts'

/** More are not shown: ask for an act or a scene. */
const most = 200

const shownEntry = cutEntry
  .pick({ sceneDbId: true, sceneId: true, shotId: true, shotCode: true, kind: true, start: true })
  .extend({
    duration: z.int().describe('Frames of the film'),
    in: z.int().describe('First frame of the take'),
    out: z.int().describe('The first that is not'),
    assetVersionId: z.string().nullable().describe('The winner; null on a slate'),
    versionNumber: z.int().nullable(),
    sounds: z.array(z.string()).describe('Ids of takes that are heard from here on'),
  })

export const readCut = tool({
  name: 'read_cut',
  description: `Reads what plays, shot by shot: the winners in story order with in and out, slates where nothing is selected. Of a project, an act or a scene. ${isData}`,
  asks: ['readCut'],
  does: 'look',
  input: z.strictObject({
    projectId: givenId.describe('From list_projects'),
    act: z.number().optional(),
    sceneDbId: givenId.optional().describe('From find_scene: its own id, not its number'),
  }),
  output: z.object({
    entries: z.array(shownEntry),
    total: z.int(),
    rate: frameRate,
    length: z.int().describe('Frames in all'),
  }),
  run: async ({ projectId, act, sceneDbId }, { dailies, signal }) => {
    const asked = { id: projectId, sceneDbId, ...(act !== undefined && { act: String(act) }) }
    const { data, metadata } = await dailies.readCut(asked, { signal })
    const last = data.at(-1)
    const length = last ? last.start + last.duration : 0
    const entries = data.slice(0, most).map(({ version, sounds, ...entry }) =>
      shownEntry.parse({
        ...entry,
        assetVersionId: version?.assetVersionId ?? null,
        versionNumber: version?.versionNumber ?? null,
        sounds: sounds.slice(0, 8).map(({ assetVersionId }) => assetVersionId),
      }),
    )
    const { rate } = metadata.settings
    const lines = entries.map(({ sceneId, shotCode, kind, start, assetVersionId, versionNumber }) => {
      const place = shotCode ? `, shot ${quoted(shotCode, 100)}` : ''
      const seen = assetVersionId ? `${kind} v${versionNumber} (${assetVersionId})` : 'nothing selected yet'
      return `- ${timecode(start, rate)} scene ${quoted(cut(sceneId, 50), 50)}${place}: ${seen}`
    })
    lines.push(`${data.length} in all, ${timecode(length, rate)} long.`)
    if (data.length > most) lines.push(`Only the first ${most}: ask for an act or a scene.`)
    return {
      text: lines.join('\n'),
      structured: { entries, total: data.length, rate, length },
    }
  },
})

import { shotOverview } from '@dailies/contract/production.ts'
import { z } from 'zod'
import { givenId } from '../ids.ts'
import { cut, quoted } from '../plain.ts'
import { isData } from '../shown.ts'
import { tool } from '../tool.ts'

/** More are not shown: no scene is cut into as many. */
const most = 200

const shownShot = shotOverview
  .pick({ id: true, shotCode: true, required: true, approved: true, dueOn: true, versionCount: true })
  .extend({
    description: z.string().nullable().describe('The first 300 characters'),
    assignees: z.array(z.string()).describe('Names of the first five'),
    winner: z.boolean().describe('Whether it has one'),
  })

export const listShots = tool({
  name: 'list_shots',
  description: `Lists the shots of a scene in order, with how far they are. ${isData}`,
  asks: ['browseShots', 'readScene'],
  does: 'look',
  input: z.strictObject({ sceneDbId: givenId.describe('From find_scene: its own id, not its number') }),
  output: z.object({ shots: z.array(shownShot), total: z.int() }),
  run: async ({ sceneDbId }, { dailies, signal }) => {
    // One more tells that there are more. An earlier service gives all of them.
    const { data } = await dailies.browseShots({ id: sceneDbId, first: most + 1 }, { signal })
    const total =
      data.length > most
        ? (await dailies.readScene({ id: sceneDbId }, { signal })).data.shotCount
        : data.length
    const shots = data.slice(0, most).map((shot) =>
      shownShot.parse({
        ...shot,
        description: shot.description && cut(shot.description, 300),
        assignees: shot.assignees.slice(0, 5).map(({ name }) => cut(name, 100)),
        winner: shot.preview !== null,
      }),
    )
    const lines = shots.map(({ id, shotCode, description, versionCount, winner, approved }) => {
      const state = approved ? ', approved' : winner ? ', has a winner' : ''
      return `- ${id}: shot ${quoted(shotCode, 100)}, ${versionCount} takes${state}${description ? `, ${quoted(description, 120)}` : ''}`
    })
    if (lines.length === 0) lines.push('The scene has no shots: takes are filed into the scene itself.')
    if (total > most) lines.push(`It has ${total}: the rest is in the console.`)
    return { text: lines.join('\n'), structured: { shots, total } }
  },
})

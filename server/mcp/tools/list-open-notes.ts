import { z } from 'zod'
import { givenId } from '../ids.ts'
import { cursor, limit, nextCursor, rest } from '../pages.ts'
import { isData } from '../shown.ts'
import { tool } from '../tool.ts'
import { noteLine, shownNote, toShownNote } from './notes.ts'

export const listOpenNotes = tool({
  name: 'list_open_notes',
  description: `Lists what was said of takes and nobody ticked off, the newest first. ${isData}`,
  asks: ['listOpenNotes'],
  does: 'look',
  input: z.strictObject({
    projectId: givenId.describe('From list_projects'),
    sceneDbId: givenId.optional().describe('From find_scene: its own id, not its number'),
    shotId: givenId.optional().describe('From list_shots'),
    mentioned: z.enum(['me']).optional().describe('Only threads that mention the user'),
    limit,
    cursor,
  }),
  output: z.object({ notes: z.array(shownNote), nextCursor }),
  run: async ({ projectId, ...filter }, { dailies, signal }) => {
    const { data, metadata } = await dailies.listOpenNotes({ ...filter, id: projectId }, { signal })
    const notes = data.map(toShownNote)
    const text = notes.length === 0 ? 'There is no open note.' : notes.map(noteLine).join('\n')
    return { text: text + rest(metadata), structured: { notes, nextCursor: metadata.nextCursor } }
  },
})

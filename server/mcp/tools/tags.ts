import { projectTag, tagChangeRequest } from '@dailies/contract/project-tag.ts'
import { tagColors } from '@dailies/contract/tag.ts'
import { z } from 'zod'
import { givenId } from '../ids.ts'
import { limit, nextCursor, rest } from '../pages.ts'
import { quoted } from '../plain.ts'
import { isData } from '../shown.ts'
import { tool } from '../tool.ts'

const projectId = givenId.describe('From list_projects')

const shownTag = z.object({ name: z.string(), color: z.string().nullable(), count: projectTag.shape.count })

export const listTags = tool({
  name: 'list_tags',
  description: `Lists the tags of a project by name, or the most used first. ${isData}`,
  asks: ['listTags'],
  does: 'look',
  input: z.strictObject({
    projectId,
    query: z.string().max(200).optional().describe('Part of the name'),
    sort: z.enum(['name', 'count']).default('name'),
    limit,
    // It ends with a tag.
    cursor: z.string().max(220).optional(),
  }),
  output: z.object({ tags: z.array(shownTag), nextCursor }),
  run: async ({ projectId, query, ...asked }, { dailies, signal }) => {
    const { data, metadata } = await dailies.listTags({ id: projectId, q: query, ...asked }, { signal })
    const lines = data.map(
      ({ name, color, count }) => `- ${quoted(name, 200)}: ${count} takes${color ? `, ${color}` : ''}`,
    )
    const text = lines.length === 0 ? 'There is no such tag.' : lines.join('\n')
    return { text: text + rest(metadata), structured: { tags: data, nextCursor: metadata.nextCursor } }
  },
})

export const changeTags = tool({
  name: 'change_tags',
  description:
    'Renames tags of a project, or merges them into one, in all its takes; `to` null removes them. 1,000 takes a call: call again until `left` is 0. Only where the user asked for it.',
  asks: ['changeTags'],
  does: 'set',
  input: z.strictObject({
    projectId,
    from: tagChangeRequest.shape.from.describe('As list_tags has them'),
    to: z.string().max(200).nullable(),
  }),
  output: z.object({ id: z.string().nullable(), changed: z.int(), left: z.int() }),
  run: async ({ projectId, from, to }, { dailies, signal }) => {
    const { data } = await dailies.changeTags({ id: projectId, from, to }, { signal })
    const { id, changed, left } = data
    const undo = id === null ? '' : ` undo_change with id ${id} takes it back.`
    return { text: `${changed} takes changed, ${left} left.${undo}`, structured: { id, changed, left } }
  },
})

export const setTagColor = tool({
  name: 'set_tag_color',
  description: 'Gives a tag of a project a colour, or takes it away with null.',
  asks: ['setTagColor'],
  does: 'set',
  input: z.strictObject({ projectId, name: z.string().max(200), color: z.enum(tagColors).nullable() }),
  output: shownTag.omit({ count: true }),
  run: async ({ projectId, name, color }, { dailies, signal }) => {
    const { data } = await dailies.setTagColor({ id: projectId, name, color }, { signal })
    const text = `${quoted(data.name, 200)} has ${data.color ? `the colour ${data.color}` : 'no colour'}.`
    return { text, structured: data }
  },
})

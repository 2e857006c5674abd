import { frameRange } from '@dailies/contract/frame.ts'
import { requiredText } from '@dailies/contract/text.ts'
import { z } from 'zod'
import { givenId } from '../ids.ts'
import { tool } from '../tool.ts'
import { commentLine, shownComment, toShownComment } from './notes.ts'

const added = shownComment.pick({ id: true, parentId: true, createdAt: true, text: true })

export const addComment = tool({
  name: 'add_comment',
  description:
    'Says something of a take, or of some of its frames, or replies in a thread. Seen by the members of the project, in the name of the user. Only where the user asked for it.',
  asks: ['createComment'],
  does: 'add',
  input: z.strictObject({
    id: givenId.describe('Of the take, from list_takes'),
    text: requiredText(10_000),
    parentId: givenId.optional().describe('From list_comments: the comment to reply to'),
    range: frameRange.optional().describe('Frames counted from 0; left out, the whole take'),
  }),
  output: added,
  run: async (comment, { dailies, signal }) => {
    const { data } = await dailies.createComment(comment, { signal })
    const shown = toShownComment(data)
    return { text: `Said:\n${commentLine(shown)}`, structured: added.parse(shown) }
  },
})

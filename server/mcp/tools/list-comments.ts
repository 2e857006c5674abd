import { z } from 'zod'
import { givenId } from '../ids.ts'
import { cursor, limit, nextCursor, rest } from '../pages.ts'
import { isData } from '../shown.ts'
import { tool } from '../tool.ts'
import { commentLine, shownComment, toShownComment } from './notes.ts'

export const listComments = tool({
  name: 'list_comments',
  description: `Lists the comments of a take, the oldest first, replies among them. ${isData}`,
  asks: ['listComments'],
  does: 'look',
  input: z.strictObject({ id: givenId.describe('Of the take, from list_takes'), limit, cursor }),
  output: z.object({ comments: z.array(shownComment), nextCursor }),
  run: async (asked, { dailies, signal }) => {
    const { data, metadata } = await dailies.listComments(asked, { signal })
    const comments = data.map(toShownComment)
    const text = comments.length === 0 ? 'Nobody said anything of it.' : comments.map(commentLine).join('\n')
    return { text: text + rest(metadata), structured: { comments, nextCursor: metadata.nextCursor } }
  },
})

import { myMarkUpdate } from '@dailies/contract/mark.ts'
import { z } from 'zod'
import { CannotDo } from '../cannot-do.ts'
import { givenId } from '../ids.ts'
import { shownMarks } from '../shown.ts'
import { tool } from '../tool.ts'

const { flag, stars, seen } = myMarkUpdate.shape

export const markTake = tool({
  name: 'mark_take',
  description:
    'Sets flag, stars and whether it was looked at, for the user alone; or, for the film, flag and stars that everybody sees. Moves no winner and no status.',
  asks: ['setMyMark', 'setFilmMark'],
  asksFor: (given) => (given.for === 'film' ? 'setFilmMark' : 'setMyMark'),
  does: 'set',
  input: z.strictObject({
    id: givenId.describe('Of the take, from list_takes'),
    for: z.enum(['me', 'film']).default('me'),
    flag,
    stars,
    seen,
  }),
  output: shownMarks,
  run: async ({ for: whom, seen, ...given }, { dailies, signal }) => {
    if (whom === 'film' && seen !== undefined) {
      throw new CannotDo('`seen` is of the user alone: leave it out, or mark for "me".')
    }
    const { data } = await (whom === 'film'
      ? dailies.setFilmMark(given, { signal })
      : dailies.setMyMark({ ...given, seen }, { signal }))
    const { mine, film } = data
    const looked = mine.seen ? 'looked at' : 'not looked at'
    const text = `By the user: ${mine.flag}, ${mine.stars} stars, ${looked}. For the film: ${film.flag}, ${film.stars} stars.`
    return { text, structured: data }
  },
})

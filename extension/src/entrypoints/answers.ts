import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { answersHere, bringAnswers } from '../network/answers-here.ts'
import { keeperHere } from '../network/keeper.ts'
import { startReader } from '../network/reader.ts'
import { recipeHere } from '../network/recipes/script.ts'

/**
 * Put into a page whose answers are kept (entrypoints/keep.ts) when something is to be captured there, or when there is much to read.
 */
export default defineUnlistedScript(() => {
  const keeper = keeperHere()
  if (keeper && !answersHere()) bringAnswers(startReader(keeper, recipeHere()))
})

import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { answersHere, bringAnswers } from '../network/answers-here.ts'
import { startReader } from '../network/reader.ts'
import { recipeHere } from '../network/recipes/script.ts'

/** In the extension's own world, before any script of the page: reads what the observer tells. */
export default defineUnlistedScript(() => {
  if (!answersHere()) bringAnswers(startReader(recipeHere()))
})

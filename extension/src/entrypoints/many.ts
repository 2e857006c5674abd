import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { openGrid } from '../many/grid.ts'
import { answersHere } from '../network/answers-here.ts'
import type { PageWorld } from '../page/world.ts'

/**
 * Put into a page beside those of every page and of every gesture when many are to be chosen there, and not before. Whoever puts it
 * there goes on when what the page was told is read: what is chosen stays as it was seen.
 */
export default defineUnlistedScript(() => {
  const page = (globalThis as PageWorld).dailiesPage
  if (page) page.openMany ??= openGrid
  return answersHere()?.ready()
})

import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { answersHere } from '../network/answers-here.ts'
import { openGesture } from '../page/gesture.ts'
import type { PageWorld } from '../page/world.ts'

/** Put into a page beside the script of every page when something is to be captured there, and not before. */
export default defineUnlistedScript(() => {
  const page = (globalThis as PageWorld).dailiesPage
  if (page) page.gesture ??= openGesture(page.parts)
  // By the time that it is needed it is read.
  answersHere()?.ready()
})

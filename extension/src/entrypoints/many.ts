import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { openGrid } from '../many/grid.ts'
import type { PageWorld } from '../page/world.ts'

/** Put into a page beside the script of every page when many are to be chosen there, and not before. */
export default defineUnlistedScript(() => {
  ;(globalThis as PageWorld).dailiesMany = openGrid
})

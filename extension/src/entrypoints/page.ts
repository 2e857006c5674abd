import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { startPage } from '../page/start.ts'

/**
 * In every page of a site that the user allowed, and in any other when the user captures something there. A function of
 * its own, which WXT leaves out when it looks at the entry points: without a browser nothing of it would load.
 */
export default defineUnlistedScript(() => startPage())

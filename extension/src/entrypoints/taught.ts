import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { startTaught } from '../teaching/start-taught.ts'

/** In the pages of hosts for which there are rules, beside that of page.ts, which asks it. */
export default defineUnlistedScript(() => startTaught())

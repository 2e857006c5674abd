import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { startTeach } from '../teaching/teach-page.ts'

/** Put into a page when its user wants to point at a prompt there, and never else. */
export default defineUnlistedScript(() => startTeach())

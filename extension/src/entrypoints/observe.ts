import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { observe } from '../network/observer/observe.ts'

/** In the page's own world, before any script of the page: sees what its service answers. (network/channel.ts) */
export default defineUnlistedScript(() => observe())

import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { startKeeper } from '../network/keeper.ts'

/** In the extension's own world, before any script of the page: keeps what the observer tells until it is read. */
export default defineUnlistedScript(() => startKeeper())

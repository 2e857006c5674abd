import { part } from '../api/part.ts'

/** What is loaded once something is to be sent, or the page is quiet. */
export const sending = part(() => import('./upload-file.ts'))
export const making = part(() => import('./make-take.ts'))
export const keeping = part(() => import('./kept-uploads.ts'))

import { lazyPart } from '../ui/lazy-part.tsx'

/** Loaded when something is dropped, or once the page is quiet. */
export const DropDialog = lazyPart(async () => (await import('./drop-dialog.tsx')).DropDialog)

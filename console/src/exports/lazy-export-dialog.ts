import { lazyPart } from '../ui/lazy-part.tsx'

/** Loaded when somebody opens it. */
export const ExportDialog = lazyPart(async () => (await import('./export-dialog.tsx')).ExportDialog)

import { lazyPart } from '../ui/lazy-part.tsx'

/** Loaded when somebody opens them. */
export const SaveSearch = lazyPart(async () => (await import('./name-search.tsx')).SaveSearch)
export const EditSearch = lazyPart(async () => (await import('./name-search.tsx')).EditSearch)

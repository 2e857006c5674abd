import { lazyPart } from '../ui/lazy-part.tsx'

/** Loaded when somebody opens it. */
export const AddToPlaylist = lazyPart(async () => (await import('./add-to-playlist.tsx')).AddToPlaylist)

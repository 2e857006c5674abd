import { lazyPart } from '../ui/lazy-part.tsx'

/** Loaded when somebody opens it. */
export const NamePlaylist = lazyPart(async () => (await import('./name-playlist.tsx')).NamePlaylist)

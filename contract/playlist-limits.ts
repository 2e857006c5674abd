/** Playlists of a project. */
export const mostPlaylists = 500
/** Versions of a playlist. */
export const mostPlaylistItems = 1000

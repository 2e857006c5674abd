import { z } from 'zod'
import { all, cursor, type Endpoint, limit, one, page } from './endpoint.ts'
import {
  addedPlaylistItems,
  newPlaylist,
  newPlaylistItems,
  playlist,
  playlistItem,
  playlistMove,
  playlistOfVersion,
  playlistOrder,
  playlistRemoval,
  playlistUpdate,
  removedPlaylistItems,
  wholePlaylist,
} from './playlist.ts'
import { mostPlaylistItems, mostPlaylists } from './playlist-limits.ts'
import { id, text } from './text.ts'

const ofProject = z.object({ id: id.meta({ description: 'Of the project' }) })
const ofPlaylist = z.object({ id: id.meta({ description: 'Of the playlist' }) })
const ofAsset = z.object({ id: id.meta({ description: 'Of the asset version' }) })

const tag = 'Review'
const errors = [400, 401, 404] as const
const read = { tag, permission: 'read', role: 'viewer', errors } as const
const write = { tag, permission: 'review', role: 'editor', errors } as const

/** Asset versions in an order, to be looked at. docs/playlists.md */
export const playlistEndpoints = {
  listPlaylists: {
    ...read,
    method: 'GET',
    path: '/api/projects/{id}/playlists',
    summary: 'List the playlists of a project',
    description: `The last changed first. A project has at most ${mostPlaylists}.`,
    params: ofProject,
    query: z.object({
      q: text(200).optional().meta({ description: 'Part of the name, without case and accents' }),
      cursor,
      limit,
    }),
    reply: page(playlist),
  },
  createPlaylist: {
    ...write,
    method: 'POST',
    path: '/api/projects/{id}/playlists',
    summary: 'Make a playlist',
    description: `Of versions, or of what a board, the winners or the new ones are now: it stays as it is when these change. Where there are more than ${mostPlaylistItems.toLocaleString('en')} it is refused.`,
    params: ofProject,
    body: newPlaylist,
    status: 201,
    reply: one(playlist),
  },
  readPlaylist: {
    ...read,
    method: 'GET',
    path: '/api/playlists/{id}',
    summary: 'Read a playlist',
    params: ofPlaylist,
    reply: one(wholePlaylist),
  },
  updatePlaylist: {
    ...write,
    method: 'PATCH',
    path: '/api/playlists/{id}',
    summary: 'Change the name or the note of a playlist',
    params: ofPlaylist,
    body: playlistUpdate,
    reply: one(playlist),
    errors: [...errors, 409],
  },
  deletePlaylist: {
    ...write,
    method: 'DELETE',
    path: '/api/playlists/{id}',
    summary: 'Delete a playlist',
    description: 'Its versions stay. Returns the playlist as it was.',
    params: ofPlaylist,
    reply: one(playlist),
  },
  listPlaylistItems: {
    ...read,
    method: 'GET',
    path: '/api/playlists/{id}/items',
    summary: 'List what is in a playlist',
    description:
      'In its order. A version that was deleted is left out, and comes back to its place where it is restored.',
    params: ofPlaylist,
    query: z.object({ cursor, limit }),
    reply: page(playlistItem),
  },
  addPlaylistItems: {
    ...write,
    method: 'POST',
    path: '/api/playlists/{id}/items',
    summary: 'Add asset versions to a playlist',
    description: `A version is in a playlist once. A playlist has at most ${mostPlaylistItems.toLocaleString('en')}, those whose version can be restored included.`,
    params: ofPlaylist,
    body: newPlaylistItems,
    status: 201,
    reply: one(addedPlaylistItems),
  },
  movePlaylistItems: {
    ...write,
    method: 'PUT',
    path: '/api/playlists/{id}/order',
    summary: 'Move items of a playlist',
    description:
      'Before another one, or to the end. Of two who move at once both are done, one after the other.',
    params: ofPlaylist,
    body: playlistMove,
    reply: one(playlistOrder),
  },
  removePlaylistItems: {
    ...write,
    method: 'POST',
    path: '/api/playlists/{id}/removals',
    summary: 'Take items out of a playlist',
    description: 'Their versions stay.',
    params: ofPlaylist,
    body: playlistRemoval,
    reply: one(removedPlaylistItems),
  },
  listPlaylistsOfVersion: {
    ...read,
    method: 'GET',
    path: '/api/assets/{id}/playlists',
    summary: 'List the playlists that have an asset version',
    description: `By name. ${mostPlaylists} at most: a project has no more.`,
    params: ofAsset,
    reply: all(playlistOfVersion),
  },
} as const satisfies Record<string, Endpoint>

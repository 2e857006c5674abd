import { playlist, playlistItem } from '@dailies/contract/playlist.ts'
import { z } from 'zod'
import { givenId } from '../ids.ts'
import { cursor, limit, nextCursor, rest } from '../pages.ts'
import { cut, quoted } from '../plain.ts'
import { isData, shownTake, takeLine, toShownTake } from '../shown.ts'
import { tool } from '../tool.ts'

const shownPlaylist = playlist.pick({ id: true, name: true, note: true, itemCount: true, updatedAt: true })

export const listPlaylists = tool({
  name: 'list_playlists',
  description: `Lists the playlists of a project: takes in an order, to be looked at. The last changed first. ${isData}`,
  asks: ['listPlaylists'],
  does: 'look',
  input: z.strictObject({
    projectId: givenId.describe('From list_projects'),
    query: z.string().max(200).optional().describe('Part of the name'),
    limit,
    cursor,
  }),
  output: z.object({ playlists: z.array(shownPlaylist), nextCursor }),
  run: async ({ projectId, query, limit, cursor }, { dailies, signal }) => {
    const { data, metadata } = await dailies.listPlaylists(
      { id: projectId, q: query, limit, cursor },
      { signal },
    )
    const playlists = data.map((one) => shownPlaylist.parse({ ...one, note: one.note && cut(one.note, 300) }))
    const lines = playlists.map(
      ({ id, name, itemCount }) => `- ${id}: ${quoted(name, 120)}, ${itemCount} takes`,
    )
    const text = lines.length === 0 ? 'There is no such playlist.' : lines.join('\n')
    return { text: text + rest(metadata), structured: { playlists, nextCursor: metadata.nextCursor } }
  },
})

/** What a list of them needs of each: get_take has the rest. */
const listedTake = shownTake.pick({
  id: true,
  versionNumber: true,
  assetType: true,
  platformKey: true,
  status: true,
  selected: true,
  prompt: true,
  title: true,
})

export const readPlaylist = tool({
  name: 'read_playlist',
  description: `Lists the takes of a playlist in their order, with the winner of the place of each. ${isData}`,
  asks: ['listPlaylistItems'],
  does: 'look',
  input: z.strictObject({ id: givenId.describe('From list_playlists'), limit, cursor }),
  output: z.object({
    items: z.array(
      playlistItem.pick({ id: true, scene: true, shot: true, winnerId: true }).extend({ take: listedTake }),
    ),
    nextCursor,
  }),
  run: async (page, { dailies, signal }) => {
    const { data, metadata } = await dailies.listPlaylistItems(page, { signal })
    const items = data.map(({ id, scene, shot, winnerId, asset }) => ({
      ...{ id, scene, shot, winnerId },
      take: listedTake.parse(toShownTake(asset)),
    }))
    const lines = items.map(({ scene, shot, take }) => {
      const place = shot
        ? `scene ${quoted(scene.sceneId, 50)}, shot ${quoted(shot.shotCode, 100)}`
        : `scene ${quoted(scene.sceneId, 50)}`
      return `${takeLine(take)}, ${place}`
    })
    const text = lines.length === 0 ? 'It has no takes.' : lines.join('\n')
    return { text: text + rest(metadata), structured: { items, nextCursor: metadata.nextCursor } }
  },
})

import { playlist } from '@dailies/contract/playlist.ts'
import { z } from 'zod'
import { givenId } from '../ids.ts'
import { quoted } from '../plain.ts'
import { tool } from '../tool.ts'

/** More are for the console. */
const most = 100

const takeIds = z.array(givenId).max(most).describe('Of takes of the project, in their order')

export const createPlaylist = tool({
  name: 'create_playlist',
  description:
    'Makes a playlist of takes, or of the winners of a project as they are now. Everybody in the project sees it: only where the user asked for it.',
  asks: ['createPlaylist'],
  does: 'add',
  input: z.strictObject({
    projectId: givenId.describe('From list_projects'),
    name: z.string().min(1).max(200),
    note: z.string().max(2000).optional(),
    from: z.enum(['versions', 'winners']).default('versions').describe('versions: of `takeIds`'),
    takeIds: takeIds.default([]),
    act: z.number().optional().describe('Winners of this act alone'),
  }),
  output: playlist.pick({ id: true, name: true, itemCount: true }),
  run: async ({ projectId, takeIds: versionIds, ...given }, { dailies, signal }) => {
    const { data } = await dailies.createPlaylist({ id: projectId, versionIds, ...given }, { signal })
    const { id, name, itemCount } = data
    return {
      text: `${id}: ${quoted(name, 120)}, ${itemCount} takes.`,
      structured: { id, name, itemCount },
    }
  },
})

export const addToPlaylist = tool({
  name: 'add_to_playlist',
  description: 'Adds takes at the end of a playlist. One that it has already stays where it is.',
  asks: ['addPlaylistItems'],
  does: 'add',
  input: z.strictObject({ id: givenId.describe('From list_playlists'), takeIds: takeIds.min(1) }),
  output: z.object({ added: z.int(), present: z.int().describe('How many it had already') }),
  run: async ({ id, takeIds: versionIds }, { dailies, signal }) => {
    const { data } = await dailies.addPlaylistItems({ id, versionIds }, { signal })
    const [added, present] = [data.added.length, data.present.length]
    return {
      text: `${added} added${present > 0 ? `, ${present} were there already` : ''}.`,
      structured: { added, present },
    }
  },
})

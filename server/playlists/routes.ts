import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { only } from '../http/envelope.ts'
import { type Route, route } from '../http/route.ts'
import type { SignedAddresses } from '../media/signed-addresses.ts'
import type { Shares } from '../shares.ts'
import { addItems } from './add-items.ts'
import { browsePlaylists } from './browse.ts'
import { createPlaylist } from './create.ts'
import { deletePlaylist } from './delete.ts'
import { listItems, listWithVersion } from './items.ts'
import { moveItems } from './move-items.ts'
import { readPlaylist } from './playlist.ts'
import { removeItems } from './remove-items.ts'
import { updatePlaylist } from './update.ts'

export function playlistRoutes(db: Database, shares: Shares, addresses: SignedAddresses): Route[] {
  return [
    route(endpoints.listPlaylists, ({ caller, params, query }) =>
      browsePlaylists(db, caller, { projectId: params.id, ...query }, addresses.of(caller)),
    ),

    route(endpoints.createPlaylist, async ({ caller, params, body, hasLeft }) =>
      only(
        await createPlaylist(
          db,
          caller,
          { projectId: params.id, playlist: body },
          (search) => shares.take({ userId: caller.userId, hasLeft }, search),
          addresses.of(caller),
        ),
      ),
    ),

    route(endpoints.readPlaylist, async ({ caller, params }) =>
      only(await readPlaylist(db, caller, params.id, addresses.of(caller))),
    ),

    route(endpoints.updatePlaylist, async ({ caller, params, body: { was, ...update } }) =>
      only(await updatePlaylist(db, caller, { id: params.id, update, was }, addresses.of(caller))),
    ),

    route(endpoints.deletePlaylist, async ({ caller, params }) =>
      only(await deletePlaylist(db, caller, params.id, addresses.of(caller))),
    ),

    route(endpoints.listPlaylistItems, ({ caller, params, query }) =>
      listItems(db, caller, { id: params.id, ...query }, addresses.of(caller)),
    ),

    route(endpoints.addPlaylistItems, async ({ caller, params, body }) =>
      only(await addItems(db, caller, { id: params.id, ...body })),
    ),

    route(endpoints.movePlaylistItems, async ({ caller, params, body }) =>
      only({ ids: await moveItems(db, caller, { id: params.id, ...body }) }),
    ),

    route(endpoints.removePlaylistItems, async ({ caller, params, body }) =>
      only({ ids: await removeItems(db, caller, { id: params.id, itemIds: body.itemIds }) }),
    ),

    route(endpoints.listPlaylistsOfVersion, async ({ caller, params }) => {
      const data = await listWithVersion(db, caller, params.id)
      return { data, metadata: {} }
    }),
  ]
}

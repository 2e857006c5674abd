import type { Dailies, Item, Reply } from '../../../../sdk/src/dailies.ts'

/** What the panel shows lists of. */
export interface Lists {
  projects: Reply<'listProjects'>['projects'][number]
  /** Of a project. */
  scenes: Reply<'listScenes'>['scenes'][number]
  /** Of a scene. */
  shots: Reply<'listShots'>['shots'][number]
  /** Of a project, that whoever is connected is assigned to: the first 100. */
  myShots: Item<'listMyShots'>
  /** Of a project. */
  characters: Reply<'listCharacters'>['characters'][number]
  platforms: Reply<'listPlatforms'>['platforms'][number]
  /** Of a scene, the newest 30. */
  versions: Item<'browseAssets'>
  /** Of a project, the newest 100. */
  promptPackages: Item<'listPromptPackages'>
  /** Of a project: what the studio says of platforms. */
  rightsDefaults: Reply<'listRightsDefaults'>['data'][number]
  /** Of a project, those that have a colour. */
  coloredTags: Reply<'listTagColors'>['data'][number]
}

export type ListName = keyof Lists

/** A list as it was read last, and the project or scene that it is of. */
export interface KnownList<N extends ListName> {
  of: string
  items: Lists[N][]
}

/** Asks the service for each of them; `of` is the id of the project or scene. */
export const readers: { [N in ListName]: (dailies: Dailies, of: string) => Promise<Lists[N][]> } = {
  projects: async (dailies) => (await dailies.listProjects()).projects,
  scenes: async (dailies, projectId) => (await dailies.listScenes({ projectId })).scenes,
  shots: async (dailies, sceneDbId) => (await dailies.listShots({ sceneDbId })).shots,
  myShots: async (dailies, projectId) => (await dailies.listMyShots({ projectId, limit: 100 })).data,
  characters: async (dailies, projectId) => (await dailies.listCharacters({ projectId })).characters,
  platforms: async (dailies) => (await dailies.listPlatforms()).platforms,
  // Not `listSceneAssets`: that does not tell which version is the winner, nor its compare group.
  versions: async (dailies, id) => (await dailies.browseAssets({ id, limit: 30 })).data,
  promptPackages: async (dailies, id) => (await dailies.listPromptPackages({ id, limit: 100 })).data,
  rightsDefaults: async (dailies, id) => (await dailies.listRightsDefaults({ id })).data,
  coloredTags: async (dailies, id) => (await dailies.listTagColors({ id })).data,
}

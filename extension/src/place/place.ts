/** Where the next capture goes. */
export interface PlaceAtHand {
  projectId: string
  /** The scene's `id`, which the profile remembers. */
  sceneDbId: string
  /** Its number, which a capture names. */
  sceneId: string
  shotId: string | null
  /** Becomes a tag of the capture. */
  characterName: string | null
  /** Chosen here, and not yet told to the service. */
  untold: boolean
}

/** Files that were added in one gesture, to be undone in one. */
export interface Drop {
  id: string
  /** Where they went: `scene 012A`. */
  to: string
}

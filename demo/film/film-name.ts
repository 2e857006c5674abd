import { hash } from 'node:crypto'
import type { PictureRecipe } from '../picture.ts'

/** The file in demo/films whose film shows the picture of that recipe. */
export function filmName(recipe: PictureRecipe): string {
  return `${hash('sha256', JSON.stringify(recipe)).slice(0, 12)}.webm`
}

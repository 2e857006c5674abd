import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import type { Recipe } from './recipe.ts'

const world = globalThis as { dailiesRecipe?: Recipe }

/** Brings a recipe to the pages of its platform, before entrypoints/answers.ts: no page carries another one's. (wxt.config.ts) */
export function recipeScript(recipe: Recipe) {
  return defineUnlistedScript(() => {
    world.dailiesRecipe = recipe
  })
}

export function recipeHere(): Recipe | undefined {
  return world.dailiesRecipe
}

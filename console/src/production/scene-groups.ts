interface Grouped {
  act: number | null
  macroScene: string | null
}

export interface SceneGroup<T> extends Grouped {
  scenes: T[]
}

/** Scenes in their order; a group begins wherever the act or the macro scene becomes another. */
export function groupScenes<T extends Grouped>(scenes: readonly T[]): SceneGroup<T>[] {
  const groups: SceneGroup<T>[] = []
  for (const scene of scenes) {
    const { act, macroScene } = scene
    const last = groups.at(-1)
    if (last && last.act === act && last.macroScene === macroScene) last.scenes.push(scene)
    else groups.push({ act, macroScene, scenes: [scene] })
  }
  return groups
}

/** What a group is called; undefined for scenes of which nothing is said. */
export function groupTitle({ act, macroScene }: Grouped): string | undefined {
  const parts = [act !== null && `Act ${act}`, macroScene].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : undefined
}

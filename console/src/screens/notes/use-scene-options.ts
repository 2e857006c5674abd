import { useScenesSoFar } from '../../production/use-all-scenes.ts'

/** The scenes of a project to choose from, as they come; the one that is chosen is among them from the start. */
export function useSceneOptions(projectId: string, chosen: string): { value: string; label: string }[] {
  const options = useScenesSoFar(projectId).map(({ id, sceneId }) => ({
    value: id,
    label: `Scene ${sceneId}`,
  }))
  const isKnown = chosen === '' || options.some(({ value }) => value === chosen)
  return isKnown ? options : [{ value: chosen, label: 'A scene' }, ...options]
}

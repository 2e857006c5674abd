interface Scene {
  id: string
  sceneId: string
}
interface Shot {
  id: string
  shotCode: string
}

/**
 * The scene that a file's name, or else a folder that it is in, begins with: `012A_B_take3.png`, `sc012A-B.mov`,
 * `Scene 12A/wide.png`. A number alone of one or two digits is too likely to be something else: it wants a word before it.
 */
export function sceneOfPath<S extends Scene>(path: string, scenes: ReadonlyMap<string, S>): S | undefined {
  for (const name of path.split('/').reverse()) {
    const scene = partsOf(name).scene
    const found = scene && scenes.get(scene)
    if (found) return found
  }
  return undefined
}

/** The shot that stands in the name after the scene: by its whole code, or what that has after the scene's number. */
export function shotOfPath<S extends Shot>(
  path: string,
  { sceneId }: Scene,
  shots: readonly S[],
): S | undefined {
  for (const name of path.split('/').reverse()) {
    const { scene, rest } = partsOf(name)
    if (scene !== sceneId.toUpperCase()) continue
    const found = shots.filter(({ shotCode }) => isNamed(rest, sceneId, shotCode))
    // The longest: B2 before B.
    return found.sort((one, other) => other.shotCode.length - one.shotCode.length)[0]
  }
  return undefined
}

/** For `sceneOfPath`. */
export function scenesByNumber<S extends Scene>(scenes: readonly S[]): Map<string, S> {
  return new Map(scenes.map((scene) => [scene.sceneId.toUpperCase(), scene]))
}

function partsOf(name: string): { scene: string | undefined; rest: string } {
  const bare = name.replace(/\.[a-z0-9]{1,5}$/i, '').toUpperCase()
  const [, word, scene = '', rest = ''] =
    /^(?:(SCENE|SCN?|S)[ _-]*)?([0-9]+[A-Z]{0,2}|[A-Z]{1,2}[0-9]+)(?=$|[ _.-])(.*)$/.exec(bare) ?? []
  if (!scene || (!word && /^[0-9]{1,2}$/.test(scene))) return { scene: undefined, rest: '' }
  return { scene, rest: rest.replace(/^[ _.-]+/, '') }
}

function isNamed(rest: string, sceneId: string, shotCode: string): boolean {
  const code = shotCode.toUpperCase()
  const own = code.startsWith(sceneId.toUpperCase())
    ? code.slice(sceneId.length).replace(/^[ _.-]+/, '')
    : code
  const said = rest.replace(/^(?:SHOT|SH)[ _-]*/, '')
  return [code, own].some((one) => one !== '' && startsWithWord(said, one))
}

function startsWithWord(text: string, word: string): boolean {
  return text.startsWith(word) && /^$|[ _.-]/.test(text.charAt(word.length))
}

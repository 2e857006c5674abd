/**
 * On which line of a JSON text the value at a path stands, or the object that lacks it. The text must be JSON. The path
 * is that of the service's messages: `projects.0.scenes.2.sceneId`.
 */
export function lineOf(text: string, path: string): number {
  const tokens = text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)
  const wanted = path === '' ? [] : path.split('.')
  const place: { name: string; isArray: boolean }[] = []
  let found = { depth: 0, at: 0 }
  const arrive = (at: number) => {
    const depth = place.length
    if (
      depth > found.depth &&
      depth <= wanted.length &&
      place.every((step, index) => step.name === wanted[index])
    ) {
      found = { depth, at }
    }
  }
  let previous = ''
  for (const { 0: token, index } of tokens) {
    const inside = place.at(-1)
    if (token === '{' || token === '[') {
      if (inside?.isArray) arrive(index)
      place.push({ name: token === '[' ? '0' : '', isArray: token === '[' })
    } else if (token === '}' || token === ']') place.pop()
    else if (token === ',' && inside?.isArray) inside.name = String(Number(inside.name) + 1)
    else if (token.startsWith('"') && inside && !inside.isArray && previous !== ':') {
      inside.name = JSON.parse(token)
      arrive(index)
    } else if (inside?.isArray) arrive(index)
    previous = token
  }
  return text.slice(0, found.at).split('\n').length
}

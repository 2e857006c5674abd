import { numeric } from '../values.ts'

const mostLoras = 100
const calls = /<lora:([^:<>]{1,300})(?::([^:<>]{1,50}))?[^<>]{0,50}>/g

export interface Lora {
  name: string
  weight?: number | string
  hash?: string
}

/** Those that a prompt calls: `<lora:name:0.8>`. */
export function lorasInPrompt(prompt: string): Lora[] {
  const loras: Lora[] = []
  for (const [, name = '', weight] of prompt.matchAll(calls)) {
    loras.push({ name, ...(weight && { weight: numeric(weight) }) })
    if (loras.length === mostLoras) break
  }
  return loras
}

/** The same and those in lists of `name: hash` and `name: weight`, with commas between. */
export function withHashes(loras: readonly Lora[], hashes: string, weights: string): Lora[] {
  const byName = new Map(loras.map((lora) => [lora.name, lora]))
  for (const [name, hash] of pairs(hashes)) byName.set(name, { ...byName.get(name), name, hash })
  for (const [name, weight] of pairs(weights)) {
    byName.set(name, { ...byName.get(name), name, weight: numeric(weight) })
  }
  return [...byName.values()]
}

function pairs(list: string): [string, string][] {
  return list.split(',', mostLoras).flatMap((pair): [string, string][] => {
    const colon = pair.lastIndexOf(':')
    const name = pair.slice(0, colon).trim()
    return colon === -1 || name === '' ? [] : [[name, pair.slice(colon + 1).trim()]]
  })
}

import type { Draft } from './draft.ts'
import type { Reading } from './reading.ts'

/** Of contract/capture.ts, in UTF-16 code units. */
const longest = {
  prompt: 100_000,
  negativePrompt: 100_000,
  modelName: 500,
  platformKey: 100,
  externalAssetId: 1000,
  title: 1000,
} as const

/** Bytes of all metadata as JSON: a capture is at most 1 MiB, and other readings are merged with it. */
const largestMetadata = 200_000

/**
 * Makes what a capture takes of it. Texts that are too long are cut, and members of the metadata that no longer fit are
 * left out; `cut` and `leftOut` in the metadata name them.
 */
export function fit({ format, tool, ...draft }: Draft): Reading {
  const names = Object.keys(longest) as (keyof typeof longest)[]
  const texts = Object.fromEntries(names.flatMap((name) => fitText(name, draft[name])))
  const cut = names.filter((name) => (draft[name]?.length ?? 0) > longest[name])
  const metadata = fitMetadata({ ...(cut.length > 0 && { cut }), ...draft.metadata })
  return {
    source: { kind: 'media', format, ...(tool && { tool }) },
    ...texts,
    ...(Number.isFinite(draft.generationSeconds) && { generationSeconds: draft.generationSeconds }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  }
}

function fitText(name: keyof typeof longest, text: string | undefined): [string, string][] {
  const fitting = text?.replaceAll('\0', '').trim().slice(0, longest[name]).toWellFormed()
  return fitting ? [[name, fitting]] : []
}

/** Members that fit into so many bytes, in the order in which they are given, so the small ones go first. */
export function fitMetadata(
  members: Record<string, unknown>,
  largest = largestMetadata,
): Record<string, unknown> {
  const kept: [string, unknown][] = []
  const leftOut: string[] = []
  let size = 0
  for (const [name, value] of Object.entries(members)) {
    const json = JSON.stringify(value)
    if (json === undefined) continue
    const bytes = json.length > largest ? json.length : new TextEncoder().encode(name + json).length + 4
    if (size + bytes > largest) {
      leftOut.push(name)
      continue
    }
    size += bytes
    kept.push([name, JSON.parse(json)])
  }
  return Object.fromEntries(leftOut.length > 0 ? [...kept, ['leftOut', leftOut]] : kept)
}

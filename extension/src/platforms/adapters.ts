import type { Adapter } from './adapter.ts'
import { chatgpt } from './chatgpt.ts'
import { civitai } from './civitai.ts'
import { findAdapter } from './find-adapter.ts'
import { gemini } from './gemini.ts'
import { googleFlow } from './google-flow.ts'
import { grokImagine } from './grok-imagine.ts'
import { ideogram } from './ideogram.ts'
import { leonardo } from './leonardo.ts'
import { localAdapters } from './local.ts'
import { midjourney } from './midjourney.ts'
import { replicate } from './replicate.ts'
import { suno } from './suno.ts'

export const hostedAdapters: readonly Adapter[] = [
  midjourney,
  chatgpt,
  gemini,
  googleFlow,
  grokImagine,
  leonardo,
  ideogram,
  replicate,
  civitai,
  suno,
]

export const adapters: readonly Adapter[] = [...hostedAdapters, ...localAdapters]

/** The adapter of the hosted platform that an address belongs to. Others are known by their page alone. */
export function adapterFor(url: string): Adapter | undefined {
  return findAdapter(hostedAdapters, url)
}

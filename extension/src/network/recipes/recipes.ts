import { chatgpt } from './chatgpt.ts'
import { elevenlabs } from './elevenlabs.ts'
import { fal } from './fal.ts'
import { freepik } from './freepik.ts'
import { googleFlow } from './google-flow.ts'
import { hailuo } from './hailuo.ts'
import { higgsfield } from './higgsfield.ts'
import { ideogram } from './ideogram.ts'
import { kling } from './kling.ts'
import { krea } from './krea.ts'
import { leonardo } from './leonardo.ts'
import { luma } from './luma.ts'
import { midjourney } from './midjourney.ts'
import { pika } from './pika.ts'
import type { Recipe } from './recipe.ts'
import { replicate } from './replicate.ts'
import { runway } from './runway.ts'
import { sora } from './sora.ts'
import { suno } from './suno.ts'
import { udio } from './udio.ts'

export const recipes: readonly Recipe[] = [
  runway,
  kling,
  luma,
  pika,
  hailuo,
  sora,
  chatgpt,
  googleFlow,
  midjourney,
  leonardo,
  ideogram,
  krea,
  higgsfield,
  freepik,
  suno,
  udio,
  elevenlabs,
  fal,
  replicate,
]

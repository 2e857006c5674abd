import type { Content } from '../content.ts'
import type { Draft } from '../draft.ts'
import { readAutomatic1111 } from './automatic1111.ts'
import { readC2pa } from './c2pa.ts'
import { readCivitai } from './civitai.ts'
import { readComfyUi } from './comfyui.ts'
import { readDrawThings } from './draw-things.ts'
import { readFooocus } from './fooocus.ts'
import { readInvokeAi } from './invokeai.ts'
import { readMidjourney } from './midjourney.ts'
import { readNovelAi } from './novelai.ts'
import { readSuno } from './suno.ts'
import { readSwarmUi } from './swarmui.ts'
import { readXmpProperties } from './xmp.ts'

/** The most trustworthy first: what a generator itself wrote, then manifests and properties of whoever wrote them. */
export const readers: ((content: Content) => Draft | undefined)[] = [
  ({ texts }) => readSwarmUi(texts),
  ({ texts }) => readFooocus(texts),
  ({ texts }) => readCivitai(texts),
  ({ texts }) => readAutomatic1111(texts),
  ({ texts }) => readComfyUi(texts),
  ({ texts }) => readInvokeAi(texts),
  ({ texts }) => readNovelAi(texts),
  ({ texts }) => readMidjourney(texts),
  ({ texts }) => readDrawThings(texts),
  ({ texts }) => readSuno(texts),
  ({ c2pa }) => c2pa && readC2pa(c2pa),
  ({ xmp }) => readXmpProperties(xmp),
]

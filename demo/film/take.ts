import type { Capture } from '@dailies/contract/capture.ts'
import type { PictureRecipe } from '../picture.ts'
import type { Person } from './notes.ts'
import { SALT_ROUND } from './workspace.ts'

/** A capture of the sample film, before its project, scene and shot have ids and its picture has an address. */
export type Take = {
  project: string
  sceneId: string
  shotCode?: string
  capture: { title: string } & Pick<Capture, 'assetType' | 'prompt'> &
    Partial<Omit<Capture, 'projectId' | 'sceneId' | 'shotId'>>
  /** Title of the take that it iterates on, which comes before it. */
  from?: string
  /** Name of the prompt package that it was generated from. */
  madeWith?: string
  /** How far it came after it was captured. */
  reached?: 'APPROVED' | 'FINAL'
  by: Person
  picture: PictureRecipe
}

// What the captures of a platform have in common. Their rights stand here where the film says nothing of the platform.
const PLATFORMS = {
  midjourney: {
    assetType: 'IMAGE',
    modelName: 'Midjourney v7',
    pageTitle: 'Create | Midjourney',
    costEstimateUsd: 0.06,
    metadata: { aspectRatio: '239:100', width: 2176, height: 912 },
  },
  flux: {
    assetType: 'IMAGE',
    rightsState: 'COMMERCIAL_ALLOWED',
    modelName: 'FLUX1.1 [pro] Ultra',
    pageTitle: 'Playground | Black Forest Labs',
    costEstimateUsd: 0.06,
    metadata: { aspectRatio: '21:9', width: 3136, height: 1344, raw: true },
  },
  comfyui: {
    assetType: 'IMAGE',
    modelName: 'SDXL 1.0 + depth ControlNet',
    pageTitle: 'salt-round-stills.json | ComfyUI',
    costEstimateUsd: 0,
    metadata: {
      aspectRatio: '2.39:1',
      width: 1536,
      height: 640,
      steps: 32,
      cfg: 5.5,
      sampler: 'dpmpp_2m',
      scheduler: 'karras',
    },
  },
  'storyboarder-ai': {
    assetType: 'STORYBOARD',
    modelName: 'Sketch',
    pageTitle: 'The Salt Round | Storyboarder.ai',
    costEstimateUsd: 0.04,
    metadata: { aspectRatio: '2.39:1' },
  },
  runway: {
    assetType: 'VIDEO',
    modelName: 'Gen-4',
    pageTitle: 'Generate Video | Runway',
    costEstimateUsd: 1.2,
    metadata: { aspectRatio: '21:9', durationSeconds: 10, fps: 24, resolution: '1584x672' },
  },
  kling: {
    assetType: 'VIDEO',
    rightsState: 'COMMERCIAL_ALLOWED',
    modelName: 'Kling 2.1 Master',
    pageTitle: 'Image to Video | Kling AI',
    costEstimateUsd: 1.4,
    metadata: { aspectRatio: '16:9', durationSeconds: 5, fps: 24, resolution: '1920x1080', cfg: 0.5 },
  },
  luma: {
    assetType: 'VIDEO',
    rightsState: 'COMMERCIAL_ALLOWED',
    modelName: 'Ray2',
    pageTitle: 'Boards | Dream Machine',
    costEstimateUsd: 0.9,
    metadata: { aspectRatio: '21:9', durationSeconds: 5, fps: 24, resolution: '1680x720', loop: false },
  },
  veo: {
    assetType: 'VIDEO',
    modelName: 'Veo 3',
    pageTitle: 'Veo | Google AI Studio',
    costEstimateUsd: 3.2,
    metadata: { aspectRatio: '16:9', durationSeconds: 8, fps: 24, resolution: '1920x1080', audio: true },
  },
  hailuo: {
    assetType: 'VIDEO',
    modelName: 'Hailuo 02',
    pageTitle: 'Create Video | Hailuo AI',
    costEstimateUsd: 0.5,
    metadata: { aspectRatio: '16:9', durationSeconds: 6, fps: 24, resolution: '1920x1080' },
  },
  topaz: {
    assetType: 'VIDEO',
    modelName: 'Proteus',
    pageTitle: 'Topaz Video',
    costEstimateUsd: 0.8,
    metadata: { aspectRatio: '2.39:1', durationSeconds: 10, fps: 24, resolution: '3840x1608', scale: 2.4 },
  },
  elevenlabs: {
    assetType: 'VOICE',
    modelName: 'Eleven v3',
    pageTitle: 'Text to Speech | ElevenLabs',
    costEstimateUsd: 0.03,
    metadata: { durationSeconds: 6.4, voice: 'Tobiah, 71', stability: 0.45, similarityBoost: 0.8 },
  },
  suno: {
    assetType: 'MUSIC',
    modelName: 'Suno v4.5',
    pageTitle: 'Create | Suno',
    costEstimateUsd: 0.05,
    metadata: { durationSeconds: 148, key: 'D minor', instrumental: true },
  },
} as const

export const STILL_NEGATIVE =
  'motorboats, gulls, text, signage, watermark, extra limbs, oversaturated, HDR look, lens dirt'
export const MOTION_NEGATIVE =
  'morphing faces, warping architecture, flicker, sudden cuts, handheld shake, text, watermark'

type Rough = Omit<Take['capture'], 'assetType'> & {
  title: string
  /** Where the platform makes other things than it mostly does. */
  assetType?: Take['capture']['assetType']
  project?: string
  seed: number
  /** Seconds of generating, and of waiting before it. */
  took: [generationSeconds: number, queueWaitSeconds: number]
  winner?: boolean
  picture: Omit<PictureRecipe, 'seed'>
} & Pick<Take, 'from' | 'madeWith' | 'reached'>

export function take(shotCode: string, platformKey: keyof typeof PLATFORMS, rough: Rough): Take {
  const {
    project = SALT_ROUND,
    seed,
    took,
    winner = false,
    picture,
    from,
    madeWith,
    reached,
    ...capture
  } = rough
  const { metadata, pageTitle, ...platform } = PLATFORMS[platformKey]
  const [sceneId = shotCode, letter] = shotCode.split('-')
  const captureId = `demo-${project === SALT_ROUND ? 'salt' : 'orrin'}-${shotCode}-${platformKey}-${seed}`
  return {
    project,
    sceneId,
    shotCode: letter && shotCode,
    capture: {
      platformKey,
      ...platform,
      status: winner ? 'SELECTED' : 'GENERATED',
      selected: winner,
      generationSeconds: took[0],
      queueWaitSeconds: took[1],
      externalAssetId: `${platformKey}-${seed.toString(36)}`,
      metadata: { seed, ...metadata },
      provenance: { captureId, extensionVersion: '1.0.0', pageTitle },
      ...capture,
    },
    from,
    madeWith,
    reached,
    by: makerOf(sceneId, platformKey),
    picture: { seed, ...picture },
  }
}

/** June makes what is heard, and all from the terraces on. */
function makerOf(sceneId: string, platformKey: string): Person {
  const isHeard = platformKey === 'elevenlabs' || platformKey === 'suno'
  return isHeard || sceneId >= '007' ? 'june' : 'demo'
}

import { hash } from 'node:crypto'

const looks = [
  'anamorphic 40mm, shallow focus, overcast morning light',
  'handheld 16mm, pushed two stops, halation on the lamps',
  'locked-off wide, symmetrical, low winter sun through haze',
  'slow dolly in, tungsten practicals, deep green shadows',
]
const subjects = [
  'a lighthouse keeper climbs the iron stairs with a storm lantern',
  'two sisters wait on the ferry landing as the fog closes in',
  'the harbour master reads a wet telegram by the window',
  'a fishing boat turns against the swell, gulls behind it',
  'an empty dance hall the morning after, chairs on the tables',
]
const sources = [
  { platformKey: 'midjourney', assetType: 'IMAGE', modelName: 'v7', host: 'cdn.midjourney.com', file: 'png' },
  {
    platformKey: 'kling',
    assetType: 'VIDEO',
    modelName: 'kling-2.1',
    host: 'media.klingai.com',
    file: 'mp4',
  },
  {
    platformKey: 'flux',
    assetType: 'IMAGE',
    modelName: 'flux-1.1-pro',
    host: 'delivery.bfl.ai',
    file: 'webp',
  },
] as const

/** The body of POST ingest as the extension sends it, about 1 kB of JSON; a number always makes the same one. */
export function sampleCapture(number: number, target: { projectId: string; sceneId: string }) {
  const job = hash('sha256', `job ${number}`).slice(0, 24)
  const { platformKey, assetType, modelName, host, file } = pick(sources, number)
  const look = pick(looks, number)
  return {
    ...target,
    platformKey,
    assetType,
    modelName,
    prompt: `${pick(subjects, number)}, ${look}, muted palette, film grain, no text, take ${number}`,
    negativePrompt: 'text, watermark, logo, extra fingers, oversharpened',
    outputUrl: `https://${host}/jobs/${job}/output_${number % 4}.${file}`,
    thumbnailUrl: `https://${host}/jobs/${job}/thumbnail_${number % 4}.webp`,
    sourceUrl: `https://${host.replace(/^[a-z]+\./, 'www.')}/jobs/${job}`,
    externalAssetId: job,
    title: `Take ${number}`,
    status: number % 3 === 0 ? 'GENERATED' : 'DRAFT',
    rightsState: 'COMMERCIAL_ALLOWED',
    metadata: { seed: 100_003 * (number + 1), width: 1920, height: 1080, aspectRatio: '16:9', steps: 30 },
    tags: ['exterior', 'storm', pick(looks, number + 1).split(',')[0]],
    provenance: { capturedBy: 'extension', extensionVersion: '1.0.0', page: `https://${host}/explore` },
    costEstimateUsd: 0.04,
    generationSeconds: 21.5,
  }
}

function pick<T>(choices: readonly T[], number: number): T {
  return choices[number % choices.length] as T
}

/**
 * What one source tells of one piece of generated media. What it does not tell is left out: a reader never guesses, and
 * never throws. The names are those of the capture (contract/capture.ts), so that readings are merged into one.
 */
export interface Reading {
  source: ReadingSource
  prompt?: string
  negativePrompt?: string
  modelName?: string
  /** Slug of the catalogue: what made the media, where the media itself or the page tells. */
  platformKey?: string
  /** Id of the job or generation. */
  externalAssetId?: string
  title?: string
  /** US dollars. */
  costEstimateUsd?: number
  /** Seconds. */
  generationSeconds?: number
  /** Seconds. */
  queueWaitSeconds?: number
  /** Everything else: seed, steps, sampler, width, height … as JSON. */
  metadata?: Record<string, unknown>
}

/**
 * What is in the media itself wins over what a page says: first what it was told by its service, then what its platform's
 * adapter reads, what the artist pointed at, and what stands about any page.
 */
type ReadingSource =
  | {
      kind: 'media' /** `png:parameters`, `exif`, `xmp`, `c2pa` … */
      format: string /** `ComfyUI`, `Midjourney` … */
      tool?: string
    }
  /** An answer of the page's service. `isGuess`: no recipe knows it, a general rule found it. */
  | { kind: 'answer'; platform: string; isGuess?: true }
  | { kind: 'adapter'; platform: string }
  /** What the artist pointed at once, on a page of this host. */
  | { kind: 'taught'; host: string }
  | { kind: 'page' }

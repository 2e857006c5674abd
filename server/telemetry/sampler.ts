import type { TelemetrySettings } from './settings.ts'

/** Whether a trace is followed. `parent` is whether the one is that it is a part of; undefined where it begins here. */
export type Sampler = (traceId: string, parent: boolean | undefined) => boolean

/** https://opentelemetry.io/docs/specs/otel/trace/sdk/#built-in-samplers */
export function samplerOf({
  otelSampler,
  otelSamplerShare,
}: Pick<TelemetrySettings, 'otelSampler' | 'otelSamplerShare'>): Sampler {
  const [, isParentBased, root] = /^(parentbased_)?(.+)$/.exec(otelSampler)!
  const isFollowed = rootSampler(root!, otelSamplerShare)
  return isParentBased ? (traceId, parent) => parent ?? isFollowed(traceId) : isFollowed
}

function rootSampler(name: string, share: number): (traceId: string) => boolean {
  if (name === 'always_on') return () => true
  if (name === 'always_off') return () => false
  const bound = Math.floor(share * 2 ** 32)
  // The last digits: those of an id of ours begin with the time. W3C Trace Context Level 2, section 5.1, has them random.
  return (traceId) => Number.parseInt(traceId.slice(24), 16) < bound
}

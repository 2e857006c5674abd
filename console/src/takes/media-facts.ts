import type { MediaFacts } from '@dailies/contract/media.ts'

/** A rate as films have it: 25, and 23.976 (24000/1001) where it is no whole number. */
export function rateText({ numerator, denominator }: { numerator: number; denominator: number }): string {
  if (denominator === 0) return ''
  const rate = numerator / denominator
  if (Number.isInteger(rate)) return String(rate)
  const rounded = Number(rate.toFixed(3))
  // 12.5 is all of it.
  return rounded === rate ? String(rounded) : `${rounded} (${numerator}/${denominator})`
}

/** Length as a clock has it: 0:04.2, 1:02:03. */
export function lengthText(seconds: number): string {
  const whole = Math.floor(seconds)
  const tenths = Math.floor((seconds - whole) * 10 + 1e-6)
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  if (hours > 0) return `${hours}:${two(minutes)}:${two(whole % 60)}`
  return `${minutes}:${two(whole % 60)}${tenths > 0 ? `.${tenths}` : ''}`
}

const channelNames: Record<number, string> = { 1: 'mono', 2: 'stereo', 6: '5.1', 8: '7.1' }

/** Sound in a line: stereo, 48 kHz, aac. */
export function soundText({ channels, sampleRate, audioCodec }: MediaFacts): string | undefined {
  const parts = [
    channels === null ? undefined : (channelNames[channels] ?? `${channels} channels`),
    sampleRate === null ? undefined : `${sampleRate / 1000} kHz`,
    audioCodec ?? undefined,
  ].filter((part) => part !== undefined)
  return parts.length > 0 ? parts.join(', ') : undefined
}

/** Pixels, and by how much it is turned. */
export function dimensionsText({ width, height, rotation }: MediaFacts): string | undefined {
  if (width === null || height === null) return undefined
  return `${width} × ${height}${rotation ? `, turned by ${rotation}°` : ''}`
}

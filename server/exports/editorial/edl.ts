import { atRate, drops, timecode } from '@dailies/contract/frame.ts'
import { type Marker, markersOfClip, markersOfSound, together } from './markers.ts'
import type { Timeline, TimelineClip, TimelineMedia, TimelineSound } from './timeline.ts'
import { tracksOf } from './tracks.ts'

/**
 * The cut as a CMX 3600 edit decision list. All timecode counts frames of the cut, that of takes of another rate as well: an event is
 * as long in its source as in the record. Slates are black. Takes with a sound of their own are cut with it (`B`); other sounds lie
 * on `A2` and further channels. What an event cannot hold is in comments, which are UTF-8: the name of the file, and what was said.
 */
export function writeEdl(timeline: Timeline): string {
  const { name, rate, firstFrame, clips } = timeline
  const reels = new Reels()
  const said = locatorsOf(timeline)
  const lines = [`TITLE: ${oneLine(name)}`, `FCM: ${drops(rate) ? 'DROP FRAME' : 'NON-DROP FRAME'}`]
  let number = 0
  const event = (reel: string, channels: string, source: [number, number], record: [number, number]) => {
    number += 1
    const times = [...source, ...record.map((frame) => frame + firstFrame)].map((frame) =>
      timecode(frame, rate),
    )
    lines.push(
      '',
      `${String(number).padStart(3, '0')}  ${reel.padEnd(8)} ${channels.padEnd(5)} C        ${times.join(' ')}`,
    )
  }
  for (const clip of clips) {
    const { media, start, duration } = clip
    const record: [number, number] = [start, start + duration]
    if (!media) {
      event('BL', 'V', [0, duration], record)
      lines.push(`* COMMENT: ${oneLine(`${clip.name} ${clip.note}`)}`)
      continue
    }
    const from = media.kind === 'still' ? 0 : atRate(clip.in, media.rate, rate)
    event(reels.of(media), media.isHeard ? 'B' : 'V', [from, from + duration], record)
    lines.push(...namesOf(media), ...(said.get(clip) ?? []))
  }
  for (const [index, { sounds }] of tracksOf(timeline.sounds).entries()) {
    for (const sound of sounds) {
      const { media, start, duration } = sound
      event(reels.of(media), `A${index + 2}`, [0, duration], [start, start + duration])
      lines.push(...namesOf(media), ...(said.get(sound) ?? []))
    }
  }
  return `${lines.join('\r\n')}\r\n`
}

function namesOf({ path }: TimelineMedia): string[] {
  const file = path.slice(path.lastIndexOf('/') + 1)
  return [`* FROM CLIP NAME: ${oneLine(file)}`, `* SOURCE FILE: ${oneLine(path)}`]
}

/**
 * What was said, by the event that it stands under. They are markers of the cut, of which programs keep one a frame: what was said of a
 * sound while a marker stands there is in the text of that one.
 */
function locatorsOf({
  rate,
  firstFrame,
  clips,
  sounds,
}: Timeline): Map<TimelineClip | TimelineSound, string[]> {
  const marked = new Map<number, { of: TimelineClip | TimelineSound; marker: Marker }>()
  const mark = (of: TimelineClip | TimelineSound, at: number, marker: Marker) => {
    const before = marked.get(at)
    marked.set(at, before ? { ...before, marker: together(before.marker, marker) } : { of, marker })
  }
  for (const clip of clips) {
    const { media, start, duration } = clip
    if (!media) continue
    for (const marker of markersOfClip(clip))
      mark(clip, start + Math.min(atRate(marker.from - clip.in, media.rate, rate), duration - 1), marker)
  }
  for (const sound of sounds)
    for (const marker of markersOfSound(sound, rate)) mark(sound, sound.start + marker.from, marker)
  const lines = new Map<TimelineClip | TimelineSound, string[]>()
  for (const [at, { of, marker }] of marked) {
    const color = (marker.isResolved ? 'GREEN' : 'RED').padEnd(7)
    const line = `* LOC: ${timecode(firstFrame + at, rate)} ${color} ${oneLine(marker.text)}`
    lines.set(of, [...(lines.get(of) ?? []), line])
  }
  return lines
}

/** Comments go to the end of their line, and lists of old hold 80 characters; programs of today read longer ones. */
function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
}

/** Names of up to eight letters and digits, one for each file. */
class Reels {
  #names = new Map<string, string>()
  #taken = new Set(['BL', 'AX'])
  /** By how a name begins, from where on a number may be free: thousands of one name would be looked through each time. */
  #next = new Map<string, number>()

  of({ path, name }: TimelineMedia): string {
    const known = this.#names.get(path)
    if (known) return known
    const plain =
      name
        .normalize('NFKD')
        .replace(/[^A-Za-z0-9]/g, '')
        .toUpperCase()
        .slice(0, 8) || 'TAKE'
    let free = plain
    let count = this.#next.get(plain) ?? 2
    for (; this.#taken.has(free); count += 1) {
      const ending = String(count)
      free = plain.slice(0, 8 - ending.length) + ending
    }
    this.#next.set(plain, count)
    this.#taken.add(free)
    this.#names.set(path, free)
    return free
  }
}

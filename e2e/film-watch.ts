import type { CutEntry } from '@dailies/contract/cut.ts'
import { type FrameRate, frameAt, startOf } from '@dailies/contract/frame.ts'

/** What a page noted of a film that played. Times are milliseconds of the page. */
export interface Watched {
  /** Whenever another frame of the film was to be seen. */
  marks: {
    at: number
    frame: number
    /** The version whose picture was shown; empty where none was. */
    take: string
    /** There was a picture of it. */
    ready: boolean
  }[]
  /** Frames that the browser put on the screen: of which version, and at which second of it. */
  presented: { at: number; take: string; time: number }[]
}

/** Runs in the page, from before the film plays: notes it in `window.watched`. */
export function watchFilm(): void {
  const watched: Watched = { marks: [], presented: [] }
  Object.assign(window, { watched })
  const followed = new WeakSet<HTMLVideoElement>()
  const takeOf = ({ src }: HTMLVideoElement) =>
    /assets\/([^/]+)/.exec(src)?.[1] ?? /media\/([^/?]+)/.exec(src)?.[1] ?? ''
  const follow = (film: HTMLVideoElement) => {
    if (followed.has(film)) return
    followed.add(film)
    const take = takeOf(film)
    const note = (_: number, { mediaTime, expectedDisplayTime }: VideoFrameCallbackMetadata) => {
      watched.presented.push({ at: expectedDisplayTime, take, time: mediaTime })
      if (film.isConnected) film.requestVideoFrameCallback(note)
    }
    film.requestVideoFrameCallback(note)
  }
  const look = (layers: HTMLElement) => {
    const films = [...layers.querySelectorAll('video')]
    for (const film of films) follow(film)
    const film = films.find(({ style }) => style.opacity === '1')
    const ready = film !== undefined && film.readyState >= 2
    watched.marks.push({
      ...{ at: performance.now(), frame: Number(layers.dataset.frame), ready },
      take: film ? takeOf(film) : '',
    })
  }
  const begin = () => {
    const layers = document.querySelector<HTMLElement>('[data-layers]')
    if (!layers) return requestAnimationFrame(begin)
    look(layers)
    new MutationObserver(() => look(layers)).observe(layers, {
      attributes: true,
      attributeFilter: ['data-frame'],
      childList: true,
    })
  }
  begin()
}

/** How a film played beside its plan, in frames of the film. */
interface Judged {
  /** Changes from a shot to the next that were seen. */
  changes: number
  /** The farthest that one of them was from where the plan has it, by the clock of the machine. */
  worstChange: number
  /** How often the film stood still for longer than a frame beyond its own, and for how long in all. */
  waits: number
  waited: number
  /** Frames for which there was no picture. */
  black: number
  /** Frames for which the picture on the screen was another than the plan's by more than one, of all. */
  off: number
  frames: number
}

/** From a film that played at its own speed from its first frame. */
export function judged(
  { marks: all, presented }: Watched,
  cut: readonly CutEntry[],
  rate: FrameRate,
): Judged {
  const frame = startOf(1, rate) * 1000
  const begun = all.findIndex(({ frame }) => frame > 0)
  const marks = all.slice(begun)
  const origins = marks.map(({ at, frame: number }) => at - number * frame)
  const origin = Math.min(...origins.slice(0, 12))
  const places = marks.map(({ frame: number }) => cut.findLastIndex(({ start }) => start <= number))
  let [changes, worstChange, waits, waited, off] = [0, 0, 0, 0, 0]
  let stood = origin
  let shown = 0
  for (const [index, { at, take, frame: number }] of marks.entries()) {
    const entry = cut[places[index]!]!
    if (index > 0 && places[index] !== places[index - 1]) {
      changes += 1
      worstChange = Math.max(worstChange, Math.abs((at - origin) / frame - entry.start))
    }
    const late = origins[index]! - stood
    if (late > 2 * frame) {
      waits += 1
      waited += late / frame
      stood = origins[index]!
    }
    while (shown < presented.length && presented[shown]!.at <= at) shown += 1
    const last = presented.slice(Math.max(0, shown - 12), shown).findLast((one) => one.take === take)
    const wanted = entry.in + frameAt(startOf(number - entry.start, rate), entry.rate)
    if (!last || Math.abs(frameAt(last.time, entry.rate) - wanted) > 1) off += 1
  }
  const black = marks.filter(({ ready }) => !ready).length
  return { changes, worstChange, waits, waited, black, off, frames: marks.length }
}

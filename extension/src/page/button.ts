import { text } from '../texts.ts'
import { ExtensionGone } from './ask.ts'
import type { Outcome } from './capture-media.ts'
import { create, createIcon, setAttributes } from './create.ts'
import type { Follower, Place } from './follow.ts'
import type { Gesture } from './gesture.ts'
import { icons } from './icons.ts'
import type { Layer } from './layer.ts'
import { kindOf, type MediaElement } from './media-address.ts'

export interface Button {
  /** At these media; away, after a moment, when there are none. */
  showAt(media: MediaElement | undefined): void
  hide(): void
  /** Gives it the keyboard. */
  focus(): void
}

interface Options {
  shortcut: string | undefined
  /** What captures. */
  gesture(): Promise<Gesture>
}

const inset = 8

/** Said when the extension is gone, and so must be known before. */
const reloadFirst = text('pageReload')

/** Milliseconds for the way from the media to the button, and to read what became of a capture. */
const leaveAfter = 300
const readFor = 4000

/** The button "Capture", one for the whole page. */
export function createButton(
  layer: Layer,
  follower: Follower,
  { shortcut, gesture }: Options,
  signal: AbortSignal,
): Button {
  const button = create('button', { class: 'pill capture', type: 'button', hidden: true })
  layer.floor.append(button)

  let at: MediaElement | undefined
  let end = () => {}
  let leaving: ReturnType<typeof setTimeout> | undefined
  let busy = false
  let isHeld = false
  let outcome: Outcome | undefined

  function rest(media: MediaElement): void {
    outcome = undefined
    const keys = shortcut ? [create('kbd', {}, shortcut)] : []
    button.replaceChildren(createIcon(icons.capture), text('pageCapture'), ...keys)
    const label = text(`pageCapture_${kindOf(media)}`)
    setAttributes(button, { 'aria-label': label, 'aria-keyshortcuts': shortcut, 'data-tone': undefined })
  }

  async function capture(media: MediaElement): Promise<void> {
    busy = true
    button.replaceChildren(createIcon(icons.busy), text('pageCapturing'))
    setAttributes(button, { 'aria-busy': 'true' })
    const again = outcome?.again
    const tell = (told: Outcome) => {
      // Of another picture nothing is said at this one.
      if (at === media) say(told)
    }
    try {
      if (again) await again.run(tell)
      else await (await gesture()).capture(media, tell)
    } catch (error) {
      say({ tone: 'bad', text: error instanceof ExtensionGone ? reloadFirst : String(error) })
    }
  }

  function say(told: Outcome): void {
    outcome = told
    busy = false
    const { tone, text: said, again } = told
    const words = again ? `${said} · ${again.label}` : said
    button.replaceChildren(createIcon(icons[tone]), words)
    setAttributes(button, { 'aria-label': words, 'data-tone': tone, 'aria-busy': undefined })
    hideSoon(readFor)
  }

  function place({ seen }: Place): void {
    // Gone, or too little of it left to be meant.
    if (!seen || seen.right - seen.left < 48 || seen.bottom - seen.top < 48) hide()
    else button.style.transform = `translate(${seen.left + inset}px, ${seen.top + inset}px)`
  }

  function hide(): void {
    clearTimeout(leaving)
    leaving = undefined
    if (busy) return
    end()
    end = () => {}
    at = undefined
    button.hidden = true
  }

  function hideSoon(after = leaveAfter): void {
    clearTimeout(leaving)
    leaving = setTimeout(() => {
      leaving = undefined
      if (!isHeld) hide()
      else if (at) rest(at)
    }, after)
  }

  button.addEventListener('click', (event) => {
    // Only the user's own: scripts of the page can neither see the button nor press it.
    if (event.isTrusted && at && !busy) capture(at)
  })
  // What is selected on the page stays selected.
  button.addEventListener('mousedown', (event) => event.preventDefault())
  const hold = () => {
    isHeld = true
    clearTimeout(leaving)
  }
  const release = () => {
    isHeld = false
    hideSoon()
  }
  button.addEventListener('pointerenter', hold)
  button.addEventListener('focus', hold)
  button.addEventListener('pointerleave', release)
  button.addEventListener('blur', release)
  signal.addEventListener('abort', () => {
    busy = false
    hide()
    button.remove()
  })

  return {
    hide,
    focus: () => button.focus(),
    showAt(media) {
      if (busy) return
      if (!media) {
        if (at && !leaving) hideSoon()
        return
      }
      clearTimeout(leaving)
      leaving = undefined
      if (at === media) return
      end()
      at = media
      layer.show()
      const unfollow = follower.follow(media, place)
      // Too far out of sight to begin with.
      if (at !== media) return unfollow()
      end = unfollow
      rest(media)
      button.hidden = false
      // By then it is there when it is pressed.
      gesture().catch(() => undefined)
    },
  }
}

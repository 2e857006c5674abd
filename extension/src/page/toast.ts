import type { Outcome, Tell } from './capture-media.ts'
import { create, createIcon } from './create.ts'
import { icons } from './icons.ts'
import type { Layer } from './layer.ts'

/** Milliseconds; longer where there is something to do, and for as long as somebody is at it. */
const readFor = 6_000
const actFor = 12_000

/** Says what became of something. The last one stands alone. */
export interface Toast {
  tell: Tell
  /** Gives it the keyboard; false when nothing is said, or there is nothing to do about it. */
  focus(): boolean
}

export function openToast(layer: Layer, signal: AbortSignal): Toast {
  const toast = create('div', { class: 'pill toast', hidden: true })
  let before: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isHeld = false
  let lasts = readFor

  function tell({ tone, text, actions = [] }: Outcome): void {
    const hadFocus = toast.matches(':focus-within')
    const buttons = actions.map(({ label, run }) => {
      const button = create('button', { type: 'button' }, label)
      button.addEventListener('click', ({ isTrusted }) => {
        if (!isTrusted || toast.ariaBusy === 'true') return
        toast.ariaBusy = 'true'
        void run(tell).finally(() => {
          toast.ariaBusy = null
          // Nothing more was said: it goes on elsewhere, where what is said here may soon be so no longer.
          if (button.isConnected) leave()
        })
      })
      return button
    })
    toast.replaceChildren(createIcon(icons[tone]), create('span', {}, text), ...buttons)
    toast.dataset.tone = tone
    toast.hidden = false
    layer.show()
    layer.front.append(toast)
    layer.say(text)
    lasts = actions.length > 0 ? actFor : readFor
    if (hadFocus) buttons[0]?.focus()
    if (!toast.matches(':focus-within')) leaveSoon()
  }

  function leaveSoon(): void {
    clearTimeout(timer)
    if (!isHeld) timer = setTimeout(leave, lasts)
  }

  function leave(): void {
    clearTimeout(timer)
    const hadFocus = toast.matches(':focus-within')
    toast.hidden = true
    if (hadFocus) before?.focus()
  }

  const hold = () => {
    isHeld = true
    clearTimeout(timer)
  }
  const release = () => {
    isHeld = toast.matches(':focus-within') || toast.matches(':hover')
    leaveSoon()
  }
  toast.addEventListener('pointerenter', hold)
  toast.addEventListener('focusin', hold)
  toast.addEventListener('pointerleave', release)
  toast.addEventListener('focusout', () => queueMicrotask(release))
  toast.addEventListener('keydown', ({ key }) => key === 'Escape' && leave())
  // What is selected on the page stays selected.
  toast.addEventListener('mousedown', (event) => event.preventDefault())
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    toast.remove()
  })
  return {
    tell,
    focus() {
      const first = toast.hidden ? null : toast.querySelector('button')
      if (!first) return false
      before = document.querySelector<HTMLElement>(':focus')
      first.focus()
      return true
    },
  }
}

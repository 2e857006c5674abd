import type { Outcome } from '../page/capture-media.ts'
import { create, createIcon, setAttributes } from '../page/create.ts'
import { icons } from '../page/icons.ts'
import { text } from '../texts.ts'

interface Bar {
  element: HTMLElement
  focus(): void
  /** `isAll`: of those that are new. */
  draw(state: { chosen: number; total: number; isAll: boolean }): void
  busy(done: number, total: number): void
  isBusy(): boolean
  /** Says what became of the capture, and leaves: at once when all is well, else when the user has read it. */
  tell(outcome: Outcome, leave: () => void): void
}

interface Actions {
  all(): void
  capture(): void
  leave(): void
}

const readFor = 1800

/** What the arrow keys do, in the toolbar as among the media. */
export const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** The toolbar of choosing many. */
export function createBar({ all, capture, leave }: Actions): Bar {
  const count = create('span', { class: 'count', role: 'status' })
  const everything = create('button', { type: 'button' })
  const go = create('button', { type: 'button', class: 'go' })
  const away = create('button', { type: 'button' }, text('pageGridLeave'))
  const hint = create('span', { class: 'hint' }, text('pageGridHint'))
  const element = create(
    'div',
    { class: 'bar', role: 'toolbar', 'aria-label': text('pageGridLabel') },
    count,
    everything,
    go,
    away,
    hint,
  )
  let isBusy = false
  everything.addEventListener('click', () => !isBusy && all())
  go.addEventListener('click', capture)
  away.addEventListener('click', leave)
  element.addEventListener('keydown', (event) => moveWithin(element, event))

  return {
    element,
    focus: () => away.focus(),
    isBusy: () => isBusy,
    draw({ chosen, total, isAll }) {
      const said = total === 0 ? text('pageNothing') : text('pageGridChosen', chosen, total)
      if (count.textContent !== said) count.textContent = said
      everything.textContent = text(isAll && chosen > 0 ? 'pageGridNone' : 'pageGridAll')
      everything.hidden = total === 0
      go.textContent = text('pageGridCapture', chosen)
      setAttributes(go, { 'aria-disabled': chosen === 0 ? 'true' : undefined })
    },
    busy(done, total) {
      isBusy = true
      go.replaceChildren(createIcon(icons.busy), text('pageGridCapturing', done, total))
      setAttributes(go, { 'aria-busy': 'true' })
      for (const part of [everything, away, hint]) part.hidden = true
    },
    tell({ tone, text: said }, then) {
      isBusy = false
      count.textContent = said
      setAttributes(count, { 'data-tone': tone })
      go.hidden = true
      away.hidden = false
      away.textContent = text('pageGridDone')
      away.focus()
      if (tone === 'good') setTimeout(then, readFor)
    },
  }
}

/** WAI-ARIA Authoring Practices, "Toolbar": arrows move within it. */
function moveWithin(bar: HTMLElement, event: KeyboardEvent): void {
  const step = steps[event.key]
  if (!step) return
  const buttons = [...bar.querySelectorAll('button')].filter((button) => !button.hidden)
  const at = buttons.indexOf(event.target as HTMLButtonElement)
  buttons[(at + step + buttons.length) % buttons.length]?.focus()
  event.preventDefault()
}

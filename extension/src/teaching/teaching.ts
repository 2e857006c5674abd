import { create } from '../page/create.ts'
import { candidatesInView } from '../page/find-media.ts'
import gestureStyle from '../page/gesture.css?inline'
import { openLayer } from '../page/layer.ts'
import { openToast } from '../page/toast.ts'
import { text } from '../texts.ts'
import { askToKeep } from './ask-to-keep.ts'
import { takeGestures } from './gestures.ts'
import { makeFinding } from './make-finding.ts'
import { raiseLayer } from './raise-layer.ts'
import { readFields, valueIn } from './read-taught.ts'
import { type Field, type Finding, fields, type TaughtRule } from './rule.ts'
import teachStyle from './teach.css?inline'
import { type Choice, confirmingCard, pickingCard, type Values } from './teach-card.ts'
import { teachFrames } from './teach-frames.ts'
import type { TeachOrder } from './teach-order.ts'
import { beginningOf, textOf } from './text-of.ts'
import { likelyText, moreThan, textsInView, thingAt } from './texts-in-view.ts'
import { boxOf, type Work } from './tree.ts'

/** Other pictures for which it is shown what would be read. */
const mostOthers = 3
/** Milliseconds to read what became of it. */
const readFor = 5_000

/**
 * Lets the user point at the prompt of a picture, and at its model and seed if they like; shows what that reads for others in
 * view, and keeps it if they say so. Returns what ends it.
 */
export function openTeaching(first: Element | undefined, order: TeachOrder): () => void {
  const ending = new AbortController()
  const layer = openLayer()
  const root = layer.front.getRootNode() as ShadowRoot
  const host = root.host as HTMLElement
  const before = document.activeElement
  // It outlives the pointing, and goes with the layer.
  const toast = openToast(layer, AbortSignal.any([]))
  layer.dress(gestureStyle)
  layer.dress(teachStyle)
  if (!first) {
    toast.tell({ tone: 'warn', text: text('teachNoMedia') })
    setTimeout(layer.stop, readFor)
    return layer.stop
  }

  let media = first
  let step: Field | 'confirm' = 'prompt'
  let texts: Element[] = []
  let target: Element | undefined
  /** Where Shift began. */
  let base: Element | undefined
  let problem: string | undefined
  let found: Partial<Record<Field, Finding>> = {}
  let others: Element[] = []
  let isBusy = false

  const shield = create('div', { class: 'shield' })
  const frames = teachFrames(mostOthers + 1)
  const card = create('div', {
    class: 'teach',
    role: 'dialog',
    tabindex: -1,
    'aria-labelledby': 'teach-title',
  })
  layer.front.append(shield, ...frames.elements, card)
  raiseLayer(layer, host)
  takeGestures({ layer, root, onPoint, onClick, onKey, onChoice: choose }, ending.signal)
  begin('prompt')
  follow()
  return end

  function begin(next: Field): void {
    step = next
    texts = textsInView(media)
    aimAt(likelyText(texts, next))
    card.focus({ preventScroll: true })
  }

  function aimAt(next: Element | undefined, wrong?: string): void {
    target = next
    base = next
    problem = wrong
    draw()
  }

  function draw(): void {
    const value = step === 'confirm' ? undefined : valueNow()
    if (step === 'confirm') card.replaceChildren(...confirmingCard(readings(), companyText(), problem))
    else card.replaceChildren(...pickingCard(step, value, problem))
    card.classList.toggle('top', isBetterAtTop())
    if (step !== 'confirm')
      layer.say(value === undefined ? text('teachPointing') : String(value).slice(0, 300))
  }

  function valueNow(): string | number | undefined {
    if (!target || step === 'confirm') return undefined
    const after = beginningOf(textOf(target, work()))
    return valueIn(target, step, work(), after)
  }

  function onPoint(x: number, y: number): void {
    if (step === 'confirm') return
    const { text: under } = thingAt(x, y, isOurs)
    if (under && under !== base) aimAt(under)
  }

  /** A finger does not hover: its first touch shows what a second one takes. */
  function onClick(x: number, y: number, isTouch: boolean): void {
    if (step === 'confirm') return
    const { text: under, media: clicked } = thingAt(x, y, isOurs)
    if (clicked && step === 'prompt') {
      media = clicked
      begin('prompt')
    } else if (under && (under !== base || isTouch)) {
      const isSecond = under === base
      aimAt(under)
      if (!isTouch || isSecond) take()
    } else if (under) take()
  }

  function onKey(key: string): boolean {
    if (key === 'Escape') end()
    else if (step === 'confirm') return false
    else if (key === 'Enter') take()
    else if (key === 'Shift') aimMore()
    else if (key === 'ArrowDown' || key === 'ArrowRight' || key === 'Tab') goBy(1)
    else if (key === 'ArrowUp' || key === 'ArrowLeft' || key === 'Shift+Tab') goBy(-1)
    else return false
    return true
  }

  function goBy(count: number): void {
    if (texts.length === 0) return
    const at = base ? texts.indexOf(base) : -1
    aimAt(texts[(at + count + texts.length) % texts.length])
    target?.scrollIntoView({ block: 'nearest' })
  }

  /** Up to where it is no text any more; then from where it began. */
  function aimMore(): void {
    if (!target) return
    target = moreThan(target) ?? base
    problem = undefined
    draw()
  }

  function choose(choice: Choice): void {
    if (choice === 'cancel') end()
    else if (choice === 'take') take()
    else if (choice === 'skip') goOn()
    else if (choice === 'again') {
      found = {}
      begin('prompt')
    } else void keep()
  }

  function take(): void {
    if (step === 'confirm' || !target) return
    if (valueNow() === undefined) {
      wrong(text(step === 'seed' ? 'teachNoNumber' : 'teachPointing'))
      return
    }
    const finding = makeFinding(media, target, step, work())
    const isRead =
      finding && readFields(media, { ...found, [step]: finding } as TaughtRule)[step] !== undefined
    if (!isRead) {
      wrong(text('teachNotTold'))
      return
    }
    found = { ...found, [step]: finding }
    goOn()
  }

  function wrong(words: string): void {
    problem = words
    draw()
  }

  function goOn(): void {
    const next = fields[fields.indexOf(step as Field) + 1]
    if (next) begin(next)
    else confirm()
  }

  function confirm(): void {
    step = 'confirm'
    target = undefined
    problem = undefined
    others = candidatesInView()
      .filter((one) => one !== media)
      .slice(0, mostOthers)
    draw()
    card.querySelector<HTMLElement>('[data-does="keep"]')?.focus({ preventScroll: true })
    layer.say(text('teachConfirm'))
  }

  function readings(): Values[] {
    return [media, ...others].map((one) => readFields(one, found as TaughtRule))
  }

  function companyText(): string | undefined {
    const company = found.prompt?.company
    if (typeof company === 'number') return text('teachShared')
    return company === 'largest' ? text('teachLargest') : undefined
  }

  async function keep(): Promise<void> {
    if (isBusy) return
    isBusy = true
    const rule = { ...found, host: location.host, id: 'new', madeAt: new Date().toISOString() } as TaughtRule
    try {
      const isFilled = await askToKeep(media, rule, order)
      end(text(isFilled ? 'teachKeptFilled' : 'teachKept'))
    } catch (error) {
      isBusy = false
      wrong(text('teachNotKept', error instanceof Error ? error.message : String(error)))
    }
  }

  function end(said?: string): void {
    if (ending.signal.aborted) return
    ending.abort()
    swallowKeyUp()
    layer.front.replaceChildren()
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    if (said) toast.tell({ tone: 'good', text: said })
    setTimeout(layer.stop, said ? readFor : 0)
  }

  /** Frame by frame: the page may scroll, and draw itself anew. */
  function follow(): void {
    if (ending.signal.aborted) return
    if (!host.isConnected) raiseLayer(layer, host)
    frames.place({ media, picked: target, numbered: step === 'confirm' ? [media, ...others] : [] })
    requestAnimationFrame(follow)
  }

  /** Where the card hides less of the picture, what is pointed at, and what is likely to be next. */
  function isBetterAtTop(): boolean {
    const edge = card.offsetHeight + 24
    const boxes = [media, ...(target ? [target, target] : []), ...texts.slice(0, 8)].map(boxOf)
    const hidden = (from: number, to: number) =>
      boxes.reduce((sum, { top, bottom }) => sum + Math.max(0, Math.min(bottom, to) - Math.max(top, from)), 0)
    return hidden(0, edge) < hidden(innerHeight - edge, innerHeight)
  }

  function isOurs(element: Element): boolean {
    return element === host
  }
}

/** Of the key that ended it: nothing on the page is pressed by letting it go. */
function swallowKeyUp(): void {
  const signal = AbortSignal.timeout(1000)
  addEventListener('keyup', (event) => event.stopImmediatePropagation(), {
    capture: true,
    once: true,
    signal,
  })
}

function work(): Work {
  return { left: 40_000 }
}

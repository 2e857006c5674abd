import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { makeFinding } from '../make-finding.ts'
import { readFields, readTaught } from '../read-taught.ts'
import type { Field, TaughtRule } from '../rule.ts'

type Targets = Partial<Record<Field, string>>

/** In the world of the extension's scripts: makes rules and reads by them, without the gesture. */
export default defineUnlistedScript(() => {
  const all = (root: ParentNode, selector: string): Element[] => [
    ...root.querySelectorAll(selector),
    ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
      shadowRoot ? all(shadowRoot, selector) : [],
    ),
  ]
  const one = (selector: string) => all(document, selector)[0]!
  const teach = (media: string, targets: Targets) => {
    const rule: Record<string, unknown> = { id: 'r', host: location.host, madeAt: new Date().toISOString() }
    for (const [field, selector] of Object.entries(targets)) {
      rule[field] = makeFinding(one(media), one(selector), field as Field, { left: 40_000 })
    }
    return rule.prompt ? rule : null
  }
  const readAll = (rule: TaughtRule) => all(document, 'img, video').map((media) => readFields(media, rule))
  const timed = (rules: TaughtRule[]) => {
    const began = performance.now()
    const readings = all(document, 'img')
      .slice(0, 1)
      .map((media) => readTaught(media, rules))
    return { milliseconds: performance.now() - began, readings }
  }
  Object.assign(globalThis, { rules: { teach, readAll, timed } })
})

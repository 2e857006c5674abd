import type { Outcome } from './capture-media.ts'
import { create, createIcon } from './create.ts'
import { icons } from './icons.ts'
import type { Layer } from './layer.ts'

const readFor = 5000

/** Says what became of something that was ordered from outside of the page. The last one stands alone. */
export function showToast(layer: Layer, { tone, text }: Outcome): void {
  layer.show()
  layer.front.querySelector('.toast')?.remove()
  const toast = create('div', { class: 'pill toast', 'data-tone': tone }, createIcon(icons[tone]), text)
  layer.front.append(toast)
  layer.say(text)
  setTimeout(() => toast.remove(), readFor)
}

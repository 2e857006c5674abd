import { isComposing } from '@dailies/ui/composing.ts'
import { useKeyDown } from '../../ui/use-key-down.ts'

export type Move = 'left' | 'right' | 'up' | 'down' | 'first' | 'last' | 'page up' | 'page down' | 'in'

const moves: Record<string, Exclude<Move, 'in'>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
  PageUp: 'page up',
  PageDown: 'page down',
}

/** Keys go to what was found while the focus is on it, and the arrows while it is nowhere: as on the board. */
export function useHitKeys(keys: { move: (to: Move) => void; open: () => void }): void {
  useKeyDown((event) => {
    const { key, target, defaultPrevented, ctrlKey, metaKey, altKey, shiftKey } = event
    if (defaultPrevented || isComposing(event) || ctrlKey || metaKey || altKey || shiftKey) return
    if (!(target instanceof Element)) return
    const move = moves[key]
    const isNowhere = target === document.body || target.id === 'content'
    if (isNowhere && move && key.startsWith('Arrow')) keys.move('in')
    else if (!target.closest('[role="feed"]')) return
    else if (move) keys.move(move)
    else if (target.matches('article') && (key === 'Enter' || key === ' ')) keys.open()
    else return
    event.preventDefault()
  })
}

import { create } from '../page/create.ts'
import { text } from '../texts.ts'
import type { Field } from './rule.ts'

/** What is chosen in the card. */
export type Choice = 'take' | 'skip' | 'cancel' | 'keep' | 'again'

/** What a picture would be read as; nothing where there is no prompt. */
export type Values = Partial<Record<Field, string | number>>

/** Characters of a text that are shown. */
const mostShown = 600

/** While something is pointed at: what would be taken, and how it is done. */
export function pickingCard(
  field: Field,
  value: string | number | undefined,
  problem: string | undefined,
): Node[] {
  return [
    heading(text(`teachTitle_${field}`)),
    create('div', { class: 'scrolls' }, preview(value, text('teachPointing'))),
    ...(problem ? [create('p', { class: 'wrong', role: 'alert' }, problem)] : []),
    create('p', { class: 'hints' }, text('teachHint')),
    actions(
      ['cancel', text('panelCancel')],
      ...(field === 'prompt' ? [] : [['skip', text('teachSkip')] as const]),
      ['take', text('teachTake'), value === undefined],
    ),
  ]
}

/** Before it is kept: what is read for this picture, and for others in view. */
export function confirmingCard(
  readings: readonly Values[],
  company: string | undefined,
  problem?: string,
): Node[] {
  const rows = readings.map((values, place) => {
    const facts = [
      values.modelName && `${text('teachModel')}: ${values.modelName}`,
      values.seed !== undefined && `${text('teachSeed')}: ${values.seed}`,
    ].filter(Boolean)
    return create(
      'li',
      {},
      create('b', {}, String(place + 1)),
      preview(values.prompt, text('teachReadsNothing')),
      ...(facts.length > 0 ? [create('span', { class: 'facts' }, facts.join(' · '))] : []),
    )
  })
  return [
    heading(text('teachConfirm')),
    create('p', { class: 'hints' }, text(readings.length > 1 ? 'teachConfirmOthers' : 'teachConfirmAlone')),
    create(
      'div',
      { class: 'scrolls', tabindex: 0, role: 'group', 'aria-label': text('teachConfirm') },
      create('ol', {}, ...rows),
    ),
    ...(company ? [create('p', { class: 'hints' }, company)] : []),
    ...(problem ? [create('p', { class: 'wrong', role: 'alert' }, problem)] : []),
    actions(['cancel', text('panelCancel')], ['again', text('teachAgain')], ['keep', text('teachKeep')]),
  ]
}

function heading(words: string): Node {
  return create('h2', { id: 'teach-title' }, words)
}

/** Text of the page as text, in its own direction. */
function preview(value: string | number | undefined, without: string): Node {
  if (value === undefined) return create('div', { class: 'preview none' }, without)
  const lines = create('div', { dir: 'auto' }, String(value).slice(0, mostShown))
  return create('div', { class: 'preview' }, lines)
}

/** The last is what one wants most. */
function actions(...choices: (readonly [does: Choice, words: string, isOff?: boolean])[]): Node {
  const buttons = choices.map(([does, words, isOff], place) =>
    create(
      'button',
      {
        type: 'button',
        'data-does': does,
        class: place === choices.length - 1 ? 'go' : undefined,
        'aria-disabled': isOff ? 'true' : undefined,
      },
      words,
    ),
  )
  return create('div', { class: 'actions' }, ...buttons)
}

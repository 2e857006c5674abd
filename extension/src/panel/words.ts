import type { Words } from '@dailies/ui/words.ts'
import { text } from '../texts.ts'

/** What the parts of ui/ say, in the browser's language. */
export const words: Words = {
  newTab: text('panelNewTab'),
  tagsHint: text('panelTagsHint'),
  removeTag: (tag) => text('panelRemoveTag', tag),
  offeredTags: text('panelOfferedTags'),
  placeOf: ({ line, column }) => text('panelLineColumn', line, column),
  noJson: () => text('panelNoJson'),
  justNow: new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }).format(0, 'second'),
  loading: text('panelLoading'),
  dismiss: text('panelDismiss'),
}

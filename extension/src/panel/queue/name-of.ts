import type { QueuedCapture } from '../../queue/queued-capture.ts'
import { text } from '../../texts.ts'

/** Characters of a name; a prompt may have a hundred thousand. */
const longest = 300

/**
 * What a capture is called: by its title or its prompt, or else by its file or its page, for drafts are many and alike. The title
 * of its page is that of all takes there, and tells none from another.
 */
export function nameOf({ body }: Pick<QueuedCapture, 'body'>): string {
  const { pageTitle } = (body.provenance ?? {}) as { pageTitle?: unknown }
  const own = (body.title !== pageTitle && body.title) || body.prompt
  if (own) return own.slice(0, longest)
  const from = fileName(body.outputUrl) || (typeof pageTitle === 'string' ? pageTitle : '')
  return from ? text('panelNoPromptOf', from.slice(0, longest)) : text('panelNoPrompt')
}

function fileName(address: string | undefined): string {
  if (!address || !URL.canParse(address)) return ''
  return new URL(address).pathname.split('/').at(-1) ?? ''
}

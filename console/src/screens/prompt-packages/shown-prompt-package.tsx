import type { PromptPackage } from '@dailies/contract/prompt-package.ts'
import { LongText } from '../../takes/long-text.tsx'
import { draftOf } from './draft.ts'

/** A prompt package for whoever may not change it. */
export function ShownPromptPackage({ promptPackage }: { promptPackage: PromptPackage }) {
  const shown = draftOf(promptPackage)
  const facts: [name: string, text: string][] = [
    ['Prompt', shown.prompt],
    ['Negative prompt', shown.negativePrompt],
    ['Aspect ratio', shown.targetAspectRatio],
    ['Duration in seconds', shown.targetDurationSec],
    ['Tags', shown.tags.join(', ')],
    ['Constraints', shown.constraints],
    ['Style profile', shown.styleProfile],
    ['Metadata', shown.metadata],
  ]
  return (
    <dl className="flex max-w-4xl flex-col gap-4 rounded-2xl border border-line bg-surface p-4 sm:p-5">
      {facts
        .filter(([, text]) => text)
        .map(([name, text]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd>
              <LongText text={text} />
            </dd>
          </div>
        ))}
    </dl>
  )
}

import { longestTag, mostTags, type TagColor } from '@dailies/contract/tag.ts'
import { X } from 'lucide-react'
import { useState } from 'react'
import { isComposing } from './composing.ts'
import { Field } from './field.tsx'
import { TagName } from './tag-name.tsx'
import { type OfferedTag, useTagOptions } from './use-tag-options.tsx'
import { useWords } from './words.ts'

interface TagsFieldProps {
  label: string
  hint?: string
  errors?: string[] | undefined
  tags: string[]
  onChange: (tags: string[]) => void
  /** By tag. */
  colors?: ReadonlyMap<string, TagColor>
  /** What is offered while one types. */
  offered?: readonly OfferedTag[]
  onTyped?: (text: string) => void
  autoFocus?: boolean | undefined
}

/** What the service would refuse, said where it is typed. */
function problemsOf(tags: string[]): string[] {
  const tooMany = tags.length - mostTags
  const long = tags.find((tag) => tag.length > longestTag)
  return [
    ...(tooMany > 0 ? [`At most ${mostTags} tags: these are ${tags.length}, ${tooMany} too many`] : []),
    ...(long
      ? [`A tag has at most ${longestTag} characters: “${long.slice(0, 40)} …” has ${long.length}`]
      : []),
  ]
}

/** Tags: Enter or a comma adds what is typed, Backspace in the empty box takes the last one away. */
export function TagsField(props: TagsFieldProps) {
  const { label, hint, errors, tags, onChange, colors, offered, onTyped = () => {}, autoFocus } = props
  const words = useWords()
  const [text, setText] = useState('')
  const add = (typed: string) => {
    const added = typed.split(/[,\n]/).map((tag) => tag.trim())
    setText('')
    const all = [...new Set([...tags, ...added.filter(Boolean)])]
    if (all.length > tags.length) onChange(all)
  }
  const problems = problemsOf(tags)
  const options = useTagOptions({
    offered: offered?.filter(({ name }) => !tags.includes(name)),
    text,
    onTake: (name) => {
      setText('')
      onChange([...tags, name])
    },
  })
  return (
    <Field {...{ label, hint: hint ?? words.tagsHint, errors: problems.length > 0 ? problems : errors }}>
      {(control) => (
        <>
          <div className="flex flex-wrap items-center gap-1.5 rounded-lg border border-strong-line bg-raised p-1.5 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent">
            {tags.map((tag) => (
              <span key={tag} className="flex max-w-full items-center rounded-md bg-sunken text-sm">
                <span className="flex min-w-0 py-1 pl-2">
                  <TagName name={tag} color={colors?.get(tag)} className="max-w-64 truncate" />
                </span>
                <button
                  type="button"
                  aria-label={words.removeTag(tag)}
                  onClick={() => onChange(tags.filter((other) => other !== tag))}
                  className="flex size-7 items-center justify-center rounded-md text-muted hover:text-ink pointer-coarse:size-10"
                >
                  <X size={14} aria-hidden />
                </button>
              </span>
            ))}
            <input
              {...control}
              {...options.box}
              type="text"
              value={text}
              // biome-ignore lint/a11y/noAutofocus: where a dialog says so
              autoFocus={autoFocus}
              autoComplete="off"
              onFocus={() => onTyped(text)}
              onClick={options.open}
              // Nothing is added out of the middle of a word that an input method composes.
              onChange={({ target: { value }, nativeEvent }) => {
                const isWhole = !(nativeEvent as InputEvent).isComposing
                if (isWhole && /[,\n]/.test(value)) add(value)
                else {
                  setText(value)
                  onTyped(value)
                  options.open()
                }
              }}
              onCompositionEnd={({ currentTarget: { value } }) => /[,\n]/.test(value) && add(value)}
              onBlur={() => {
                options.close()
                add(text)
              }}
              onKeyDown={(event) => {
                if (options.press(event)) return
                if (isComposing(event)) {
                  // Nor does it send the form.
                  if (event.key === 'Enter') event.preventDefault()
                  return
                }
                if (event.key === 'Enter' && text.trim()) {
                  event.preventDefault()
                  add(text)
                }
                if (event.key === 'Backspace' && !text) onChange(tags.slice(0, -1))
              }}
              className="h-7 min-w-16 flex-1 bg-transparent px-1.5 outline-none"
            />
          </div>
          {options.list}
        </>
      )}
    </Field>
  )
}

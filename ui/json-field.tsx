import { type ReactNode, useId, useRef } from 'react'
import { jsonProblem } from './json-problem.ts'
import { useWords } from './words.ts'

interface JsonFieldProps {
  label: string
  hint?: string
  value: string
  errors?: string[] | undefined
  onChange: (text: string) => void
  /** Beside the label, as long as there is JSON in the box. */
  action?: ReactNode
}

/** A box for JSON that says, while one types, whether it is and where it is not. */
export function JsonField({ label, hint, value, errors, onChange, action }: JsonFieldProps) {
  const id = useId()
  const words = useWords()
  const box = useRef<HTMLTextAreaElement>(null)
  const problem = value.trim() === '' ? undefined : jsonProblem(value)
  /** What is no JSON was not sent as it is now. */
  const wrong = problem ? undefined : errors
  const goThere = () => {
    if (!problem) return
    const before = value.split('\n').slice(0, problem.line - 1)
    const at = before.reduce((sum, line) => sum + line.length + 1, 0) + problem.column - 1
    box.current?.focus()
    box.current?.setSelectionRange(at, Math.min(at + 1, value.length))
  }
  const described = [hint && `${id}-hint`, `${id}-state`, wrong && `${id}-errors`].filter(Boolean).join(' ')
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className={`flex items-center justify-between gap-2 ${action ? 'min-h-8' : ''}`}>
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {value.trim() !== '' && !problem && action}
      </div>
      <textarea
        ref={box}
        id={id}
        rows={3}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        aria-describedby={described}
        aria-invalid={problem || wrong ? true : undefined}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="field-sizing-content max-h-[50dvh] min-h-20 w-full rounded-lg border border-strong-line bg-raised px-3 py-2 font-mono text-sm aria-invalid:border-danger"
      />
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <div id={`${id}-state`} aria-live="polite" className="text-sm font-medium text-danger empty:hidden">
        {problem && (
          <p>
            <button type="button" onClick={goThere} className="rounded underline underline-offset-2">
              {words.placeOf(problem)}
            </button>
            : {words.noJson(problem)}
          </p>
        )}
      </div>
      {wrong && (
        <p id={`${id}-errors`} role="alert" className="text-sm font-medium text-danger">
          {wrong.join('. ')}
        </p>
      )}
    </div>
  )
}

import { Button } from '@dailies/ui/button.tsx'
import { jsonProblem } from '@dailies/ui/json-problem.ts'
import { WandSparkles } from 'lucide-react'
import { useId, useRef } from 'react'
import { formatJson } from './json-value.ts'

interface JsonFieldProps {
  label: string
  hint?: string
  value: string
  errors?: string[] | undefined
  onChange: (text: string) => void
}

/** A box for JSON that says, while one types, whether it is and where it is not. */
export function JsonField({ label, hint, value, errors, onChange }: JsonFieldProps) {
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const problem = value.trim() === '' ? undefined : jsonProblem(value)
  const goThere = () => {
    if (!problem || !box.current) return
    const lines = value.split('\n')
    const at =
      lines.slice(0, problem.line - 1).reduce((sum, line) => sum + line.length + 1, 0) + problem.column - 1
    box.current.focus()
    box.current.setSelectionRange(at, Math.min(at + 1, value.length))
  }
  const described = [hint && `${id}-hint`, `${id}-state`, errors && `${id}-errors`].filter(Boolean).join(' ')
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex min-h-8 items-center justify-between gap-2">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {value.trim() !== '' && !problem && (
          <Button
            look="quiet"
            size="small"
            icon={WandSparkles}
            aria-label={`Tidy up ${label}`}
            onClick={() => onChange(formatJson(value))}
            className="max-sm:h-10"
          >
            Tidy up
          </Button>
        )}
      </div>
      <textarea
        ref={box}
        id={id}
        rows={3}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        aria-describedby={described}
        aria-invalid={problem || errors ? true : undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="field-sizing-content max-h-[50dvh] min-h-20 w-full rounded-lg border border-strong-line bg-raised px-3 py-2 font-mono text-sm aria-invalid:border-danger"
      />
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <div id={`${id}-state`} aria-live="polite" className="text-sm empty:hidden">
        {problem && (
          <p className="font-medium text-danger">
            <button
              type="button"
              onClick={goThere}
              className="rounded font-medium underline underline-offset-2"
            >
              Line {problem.line}, column {problem.column}
            </button>
            : {problem.message}
          </p>
        )}
      </div>
      {errors && (
        <p id={`${id}-errors`} role="alert" className="text-sm font-medium text-danger">
          {errors.join('. ')}
        </p>
      )}
    </div>
  )
}

import { Button, IconButton } from '@dailies/ui/button.tsx'
import { TextAreaField } from '@dailies/ui/field.tsx'
import { FileText, FileUp, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { readText } from './read-text.ts'

export interface Source {
  text: string
  /** Of the file that it comes from; empty for what was pasted. */
  fileName: string
}

interface TextSourceProps {
  value: Source
  /** `whole` when it was not typed: it may be looked at at once. */
  onChange: (value: Source, whole: boolean) => void
  /** What it is called: "workspace file". */
  noun: string
  /** As `accept` of a file input. */
  accept: string
  placeholder: string
}

/** Takes a text from a file that is chosen or dropped, or as it is pasted. */
export function TextSource({ value, onChange, noun, accept, placeholder }: TextSourceProps) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [error, setError] = useState<string>()
  const message = useId()
  const take = async (file: File | undefined) => {
    if (!file) return
    setError(undefined)
    try {
      onChange({ text: await readText(file), fileName: file.name }, true)
    } catch (failure) {
      setError((failure as Error).message)
    }
  }
  return (
    <div className="flex flex-col gap-3">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut of the mouse; the button does the same */}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          void take(event.dataTransfer.files[0])
        }}
        className={`flex flex-col items-center gap-3 rounded-2xl border border-dashed px-4 py-6 text-center ${over ? 'border-accent bg-accent-soft' : 'border-strong-line'}`}
      >
        {value.fileName ? (
          <p className="flex max-w-full items-center gap-2">
            <FileText size={18} className="shrink-0 text-accent" aria-hidden />
            <span className="min-w-0 font-medium wrap-anywhere">{value.fileName}</span>
            <span className="shrink-0 text-sm text-muted">{size(value.text)}</span>
            <IconButton
              icon={X}
              label={`Take ${value.fileName} away`}
              size="small"
              onClick={() => onChange({ text: '', fileName: '' }, false)}
            />
          </p>
        ) : (
          <FileUp size={30} className="text-accent" aria-hidden />
        )}
        <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1">
          <Button onClick={() => input.current?.click()} aria-describedby={error ? message : undefined}>
            {value.fileName ? 'Choose another file' : `Choose a ${noun}`}
          </Button>
          <span className="text-muted max-sm:hidden">or drop it here</span>
        </div>
        <input
          ref={input}
          type="file"
          accept={accept}
          tabIndex={-1}
          aria-label={`A ${noun}`}
          className="hidden"
          onChange={(event) => {
            void take(event.target.files?.[0])
            // So that the same file, changed meanwhile, can be chosen again.
            event.target.value = ''
          }}
        />
        {error && (
          <p id={message} role="alert" className="font-medium text-danger">
            {error}
          </p>
        )}
      </div>
      {!value.fileName && (
        <TextAreaField
          label="Or paste it"
          spellCheck={false}
          placeholder={placeholder}
          className="[&_textarea]:max-h-80 [&_textarea]:font-mono [&_textarea]:text-sm"
          value={value.text}
          onChange={(event) => onChange({ text: event.target.value, fileName: '' }, false)}
        />
      )}
    </div>
  )
}

function size(text: string): string {
  const kilobytes = text.length / 1000
  return kilobytes < 1000 ? `${Math.max(1, Math.round(kilobytes))} kB` : `${(kilobytes / 1000).toFixed(1)} MB`
}

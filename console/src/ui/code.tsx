import { CopyButton } from './copy.tsx'

interface CodeProps {
  text: string
  /** What it is: the name of its place, and of what copies it. */
  label: string
  onCopied?: () => void
}

/** Text for another program, to be copied as it is. What is long scrolls. */
export function Code({ text, label, onCopied }: CodeProps) {
  return (
    <div className="relative rounded-lg border border-line bg-sunken">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section aria-label={label} tabIndex={0} className="max-h-96 overflow-y-auto rounded-lg">
        <pre className="px-3 py-2.5 pr-12 font-mono text-sm break-all whitespace-pre-wrap">{text}</pre>
      </section>
      <div className="absolute top-1 right-1">
        <CopyButton text={text} label={`Copy: ${label}`} {...(onCopied && { onCopied })} />
      </div>
    </div>
  )
}

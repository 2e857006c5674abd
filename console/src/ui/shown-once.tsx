import { Button, buttonLook } from '@dailies/ui/button.tsx'
import { useBlocker } from '@tanstack/react-router'
import { Download, TriangleAlert } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { CopyButton } from './copy.tsx'
import { Actions, Dialog } from './dialog.tsx'

interface ShownOnceProps {
  title: string
  /** What it is called: "Token", "Secret", "Link". */
  name: string
  secret: string
  /** As which file it can be kept, where that is of use. */
  file?: string
  /** Who else may have it. */
  description?: string
  onClose: () => void
  /** What to do with it. */
  children?: ReactNode
}

/** A secret that the service shows this once. Asks before it is closed without having been copied. */
export function ShownOnce({
  title,
  name,
  secret,
  file,
  description = 'It is shown this once: keep it where nobody else looks.',
  onClose,
  children,
}: ShownOnceProps) {
  const [copied, setCopied] = useState(false)
  const [asking, setAsking] = useState(false)
  const copying = useRef<HTMLButtonElement>(null)
  useBlocker({
    shouldBlockFn: () =>
      !copied && !window.confirm(`Leave without the ${name.toLowerCase()}? It is never shown again.`),
    enableBeforeUnload: !copied,
  })
  const taken = () => {
    setCopied(true)
    setAsking(false)
  }
  const close = () => (copied ? onClose() : setAsking(true))
  return (
    <Dialog open onClose={close} title={title} description={description} initialFocus={copying}>
      <div className="flex flex-col gap-4" onCopy={taken}>
        <div>
          <h3 className="mb-1 text-sm font-medium">{name}</h3>
          <p className="rounded-lg border border-accent bg-accent-soft px-3 py-3 font-mono text-sm break-all whitespace-pre-line text-ink select-all">
            {secret}
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            <CopyButton ref={copying} text={secret} label={`Copy the ${name.toLowerCase()}`} onCopied={taken}>
              Copy
            </CopyButton>
            {file && (
              <a
                href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${secret}\n`)}`}
                download={file}
                className={buttonLook('plain', 'small')}
                onClick={taken}
              >
                <Download size={16} aria-hidden />
                Save as a file
              </a>
            )}
          </div>
        </div>
        {children}
      </div>
      {asking && (
        <div role="alert" className="mt-4 flex gap-2 rounded-lg bg-warn-soft px-3 py-2 text-warn">
          <TriangleAlert size={18} className="mt-0.5 shrink-0" aria-hidden />
          {file
            ? 'You have neither copied nor saved them, and they are'
            : 'You have not copied it, and it is'}{' '}
          never shown again.
        </div>
      )}
      <Actions>
        {asking ? (
          <Button look="danger" onClick={onClose}>
            Close without {file ? 'them' : 'it'}
          </Button>
        ) : (
          <Button look={copied ? 'primary' : 'plain'} onClick={close}>
            Done
          </Button>
        )}
      </Actions>
    </Dialog>
  )
}

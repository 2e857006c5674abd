import { buttonLook } from '@dailies/ui/button.tsx'
import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { text } from '../../texts.ts'

interface DialogProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/**
 * A sheet over the panel, for as long as it is rendered. The browser's own: it keeps the keyboard inside, closes by
 * Escape and gives the focus back.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // As long as it is part of the page it gives the focus back, and no longer.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Else the button that closes it would have the focus.
    element?.querySelector<HTMLElement>('input, textarea')?.focus()
    return () => element?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the sheet closes it, as Escape does
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={({ currentTarget }) => !currentTarget.open && onClose()}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
      className="mx-auto mt-auto mb-0 max-h-[92dvh] w-full max-w-full overflow-hidden rounded-t-2xl border border-line bg-surface text-ink shadow-2xl backdrop:bg-black/55"
    >
      <div className="flex max-h-[calc(92dvh-2px)] flex-col">
        <div className="flex items-start gap-2 border-b border-line py-2 pr-2 pl-4">
          <h2 id={id} className="min-w-0 flex-1 py-1 text-lg leading-6 font-semibold wrap-anywhere">
            {title}
          </h2>
          <button
            type="button"
            aria-label={text('panelClose')}
            onClick={onClose}
            className={`${buttonLook('quiet', 'small')} w-8 px-0!`}
          >
            <X size={16} className="shrink-0" aria-hidden />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}

/** What scrolls in a dialog. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className="flex min-h-0 flex-col gap-3 overflow-y-auto px-4 py-4">{children}</div>
}

/** The row of buttons that ends one. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-end gap-2 border-t border-line bg-surface px-4 py-3">
      {children}
    </div>
  )
}

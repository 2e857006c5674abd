import { Toast } from '@base-ui/react/toast'
import { IconButton } from '@dailies/ui/button.tsx'
import { currentNotices, type Notice, onNotice, removeNotice, timeToRead } from '@dailies/ui/notices.ts'
import { X } from 'lucide-react'
import { type FocusEvent, useEffect } from 'react'
import { toastPlace } from './toast-place.ts'

const manager = Toast.createToastManager()

export function ToastList() {
  useEffect(() => {
    follow()
    return onNotice(follow)
  }, [])
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport
          onFocusCapture={keepWhereTheKeyboardWas}
          className={`fixed flex flex-col gap-2 ${toastPlace}`}
        >
          <Shown />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

const shown = new Map<number, Notice>()

/** Shows what is told now, and no more what is not. */
function follow(): void {
  const told = currentNotices()
  for (const notice of told) {
    const before = shown.get(notice.id)
    shown.set(notice.id, notice)
    if (!before) manager.add({ id: String(notice.id), ...toastOf(notice) })
    else if (before !== notice) manager.update(String(notice.id), toastOf(notice))
  }
  for (const id of shown.keys()) {
    if (told.some((notice) => notice.id === id)) continue
    shown.delete(id)
    manager.close(String(id))
  }
}

function toastOf(notice: Notice) {
  const { id, text, failed, action } = notice
  return {
    title: text,
    type: failed ? 'failed' : 'done',
    // What is told at once is hidden from readers as it stands, and a button in it with it.
    priority: failed && !action ? ('high' as const) : ('low' as const),
    timeout: timeToRead(notice),
    onClose: () => {
      shown.delete(id)
      removeNotice(id)
      giveBackKeyboard(id)
    },
    actionProps: action && {
      children: action.label,
      onClick: () => {
        removeNotice(id)
        action.onClick()
      },
    },
  }
}

/** What had the keyboard before a notice had it, and what is around that. */
let before: Element[] = []

function keepWhereTheKeyboardWas({ currentTarget, relatedTarget }: FocusEvent): void {
  if (currentTarget.contains(relatedTarget) || relatedTarget?.matches('[data-base-ui-focus-guard]')) return
  before = []
  for (let part: Element | null = relatedTarget; part; part = part.parentElement) before.push(part)
}

/** From a notice that goes: to where it was, or to what is left around that, unless another notice has it by then. */
function giveBackKeyboard(id: number): void {
  const focused = document.activeElement
  if (!focused?.closest(`[data-notice="${id}"]`)) return
  queueMicrotask(() => {
    if (document.activeElement !== focused) return
    for (const part of before) {
      if (part.isConnected && part instanceof HTMLElement) part.focus({ preventScroll: true })
      if (document.activeElement === part) return
    }
  })
}

function Shown() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      data-notice={toast.id}
      className={`rounded-xl border bg-raised shadow-xl transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0 ${toast.type === 'failed' ? 'border-danger' : 'border-line'}`}
    >
      <Toast.Content className="flex items-center gap-2 py-2 pr-2 pl-4">
        <Toast.Title
          className={`min-w-0 flex-1 break-words ${toast.type === 'failed' ? 'text-danger' : ''}`}
        />
        {toast.actionProps && (
          <Toast.Action className="rounded-lg px-3 py-1.5 font-semibold text-accent hover:bg-sunken" />
        )}
        <Toast.Close render={<IconButton icon={X} label="Dismiss" size="small" />} />
      </Toast.Content>
    </Toast.Root>
  ))
}

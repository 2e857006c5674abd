import { Toast } from '@base-ui/react/toast'
import { IconButton } from '@dailies/ui/button.tsx'
import { currentNotices, type Notice, onNotice, removeNotice, timeToRead } from '@dailies/ui/notices.ts'
import { X } from 'lucide-react'
import { useEffect } from 'react'

const manager = Toast.createToastManager()

export function ToastList() {
  useEffect(() => {
    follow()
    return onNotice(follow)
  }, [])
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="fixed right-3 bottom-20 left-3 z-60 flex flex-col gap-2 sm:right-4 sm:bottom-4 sm:left-auto sm:w-96">
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

function Shown() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
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

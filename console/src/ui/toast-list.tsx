import { Toast } from '@base-ui/react/toast'
import { IconButton } from '@dailies/ui/button.tsx'
import { type Notice, onNotice, takeNotices, timeToRead } from '@dailies/ui/notices.ts'
import { X } from 'lucide-react'
import { useEffect } from 'react'

const manager = Toast.createToastManager()

export function ToastList() {
  useEffect(() => {
    const showTold = () => takeNotices().forEach(show)
    showTold()
    return onNotice(showTold)
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

function show(notice: Notice): void {
  const { text, failed, action } = notice
  const id = manager.add({
    title: text,
    type: failed ? 'failed' : 'done',
    priority: failed ? 'high' : 'low',
    timeout: timeToRead(notice),
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          manager.close(id)
          action.onClick()
        },
      },
    }),
  })
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

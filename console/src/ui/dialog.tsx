import { Dialog as Base } from '@base-ui/react/dialog'
import { buttonLook } from '@dailies/ui/button.tsx'
import { X } from 'lucide-react'
import {
  createContext,
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
} from 'react'

const centred = 'sm:top-[8dvh] sm:bottom-auto sm:max-h-[84dvh] sm:rounded-2xl'

const places = {
  normal: `${centred} sm:max-w-lg`,
  wide: `${centred} sm:max-w-4xl`,
  full: 'sm:inset-4 sm:max-h-none sm:max-w-none sm:rounded-2xl sm:w-auto max-sm:h-[92dvh]',
  side: 'sm:top-0 sm:right-0 sm:left-auto sm:h-dvh sm:max-h-none sm:max-w-xl sm:rounded-none sm:rounded-l-2xl',
}

/**
 * Where the keyboard was last that is in no window and no menu, and what is around that: where it goes back to. Not
 * what had it when a window opened, which may be a field of the window itself, or a window that it comes after.
 */
let outside: Element[] | undefined
for (const type of ['focusin', 'keydown']) {
  document.addEventListener(
    type,
    (event) => {
      const path = event.composedPath().filter((part) => part instanceof Element)
      if (!path.some((part) => part.matches(inside))) outside = path
    },
    true,
  )
}

const inside = '[role="dialog"], [role="menu"], [data-base-ui-focus-guard]'

/** Where the keyboard was last in the window that this one is opened in, and what is around that, up to the window. */
const KeyboardAround = createContext<RefObject<Element[]> | undefined>(undefined)

/** What is gone leaves the focus to what is nearest of what was around it; that may be nowhere, but never outside of `around`. */
function whereTheKeyboardWas(around: readonly Element[] | undefined): HTMLElement | boolean {
  const within = around?.find((part) => part.isConnected)
  if (within instanceof HTMLElement) return within
  const nearest = outside?.find((part) => part.isConnected)
  if (!nearest) return true
  return nearest instanceof HTMLElement && !nearest.matches('body, #root, #content') ? nearest : false
}

interface DialogProps {
  open: boolean
  onClose: () => void
  /** It is gone, and the focus is back. */
  onClosed?: () => void
  title: string
  description?: ReactNode
  /** `wide` for what has columns; `full` for a table, which scrolls by itself; `side` for what is looked into beside a list. */
  width?: keyof typeof places
  /** What has the focus at first; else the first that can have it. */
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** A window over the page. Keeps the keyboard inside, closes by Escape and gives the focus back. */
export function Dialog({
  open,
  onClose,
  onClosed,
  title,
  description,
  width = 'normal',
  initialFocus,
  children,
}: DialogProps) {
  // What fills the screen lies over every window.
  useEffect(() => {
    if (open && document.fullscreenElement) void document.exitFullscreen()
  }, [open])
  const around = useContext(KeyboardAround)
  const within = useRef<Element[]>([])
  const onFocus = ({ nativeEvent, currentTarget }: FocusEvent) => {
    const path = nativeEvent.composedPath() as Element[]
    // None of a window that was opened in this one: React tells of that too.
    const end = path.indexOf(currentTarget)
    if (end >= 0) within.current = path.slice(0, end + 1)
  }
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      // The focus goes back right after it is gone.
      onOpenChangeComplete={(isOpen) => !isOpen && onClosed && setTimeout(onClosed)}
    >
      <Base.Portal>
        <Base.Backdrop
          forceRender
          className="backdrop fixed inset-0 z-40 bg-black/55 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Base.Popup
          data-window
          initialFocus={initialFocus}
          finalFocus={() => whereTheKeyboardWas(around?.current)}
          onFocus={onFocus}
          className={`fixed inset-x-0 bottom-0 z-40 mx-auto flex max-h-[92dvh] w-full flex-col overflow-hidden rounded-t-2xl border border-line bg-surface shadow-2xl transition-[opacity,translate] data-ending-style:opacity-0 data-starting-style:translate-y-3 data-starting-style:opacity-0 ${places[width]}`}
        >
          <header className="flex items-start gap-3 border-b border-line px-5 py-3">
            <div className="min-w-0 flex-1 break-words">
              <Base.Title className="text-lg font-semibold">{title}</Base.Title>
              {description && (
                <Base.Description className="text-sm text-muted">{description}</Base.Description>
              )}
            </div>
            {/* Without a tip, which would show as soon as the window opens, and take the first Escape. */}
            <Base.Close
              aria-label="Close"
              className={`${buttonLook('quiet', 'small')} w-8 px-0! pointer-coarse:w-10`}
            >
              <X size={16} className="shrink-0" aria-hidden />
            </Base.Close>
          </header>
          <div
            className={
              width === 'full' ? 'flex min-h-0 flex-1 flex-col' : 'min-h-0 overflow-y-auto px-5 py-4'
            }
          >
            <KeyboardAround value={within}>{children}</KeyboardAround>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** The row of buttons that ends a form or a dialog; `sticky` keeps it in sight below a long one in a dialog. */
export function Actions({ children, sticky = false }: { children: ReactNode; sticky?: boolean }) {
  const place = sticky ? 'sticky -bottom-4 -mx-5 -mb-4 border-t border-line bg-surface px-5 py-3' : 'mt-5'
  return <div className={`flex flex-wrap justify-end gap-2 ${place}`}>{children}</div>
}

import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Tip } from './tip.tsx'

type Look = 'primary' | 'plain' | 'quiet' | 'danger'

const looks: Record<Look, string> = {
  primary: 'bg-accent text-on-accent hover:brightness-110 border-transparent font-semibold',
  plain: 'bg-raised text-ink border-line hover:border-strong-line',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-sunken',
  danger: 'bg-danger-soft text-danger border-transparent hover:border-danger font-semibold',
}

/** The look of a button, for a link that is to look like one. */
export function buttonLook(look: Look = 'plain', size: 'normal' | 'small' = 'normal'): string {
  const space = size === 'small' ? 'h-8 pointer-coarse:h-10 px-2.5 text-sm gap-1.5' : 'h-10 px-4 gap-2'
  return `inline-flex shrink-0 items-center justify-center rounded-lg border whitespace-nowrap transition-[filter,background-color,border-color] disabled:opacity-55 ${space} ${looks[look]}`
}

interface ButtonProps extends ComponentProps<'button'> {
  look?: Look
  size?: 'normal' | 'small'
  icon?: LucideIcon
  /** At work: shows so, and cannot be pressed again. */
  busy?: boolean
}

export function Button({ look, size, icon: Icon, busy, children, className = '', ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled || busy}
      aria-busy={busy || undefined}
      className={`${buttonLook(look, size)} ${className}`}
    >
      {busy ? (
        <LoaderCircle size={16} className="animate-spin" aria-hidden />
      ) : (
        Icon && <Icon size={16} aria-hidden />
      )}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon
  /** What it does: its name, and its tip. */
  label: string
  look?: Look
  size?: 'normal' | 'small'
  tip?: ReactNode
}

/** A button that is only a picture; its name shows as a tip. */
export function IconButton({
  icon: Icon,
  label,
  look = 'quiet',
  size = 'normal',
  tip,
  className = '',
  ...rest
}: IconButtonProps) {
  const square = size === 'small' ? 'w-8 px-0! pointer-coarse:w-10' : 'w-10 px-0!'
  return (
    <Tip text={tip ?? label}>
      <button
        type="button"
        aria-label={label}
        {...rest}
        className={`${buttonLook(look, size)} ${square} ${className}`}
      >
        <Icon size={size === 'small' ? 16 : 18} className="shrink-0" aria-hidden />
      </button>
    </Tip>
  )
}

import { Button, IconButton } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { Check, Copy } from 'lucide-react'
import { type Ref, useState } from 'react'

interface CopyButtonProps {
  text: string
  label: string
  onCopied?: () => void
  children?: string
  /** Of the button with a text. */
  ref?: Ref<HTMLButtonElement>
}

/** Puts text on the clipboard, and says so. Without `children` it is only a picture. */
export function CopyButton({ text, label, onCopied, children, ref }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (!(await copyText(text)))
      return notify('The browser does not let the console copy: select the text instead', { failed: true })
    setCopied(true)
    onCopied?.()
    setTimeout(() => setCopied(false), 1500)
  }
  const icon = copied ? Check : Copy
  if (!children)
    return <IconButton icon={icon} label={copied ? 'Copied' : label} size="small" onClick={copy} />
  return (
    <Button ref={ref} icon={icon} size="small" onClick={copy} aria-label={label}>
      {copied ? 'Copied' : children}
    </Button>
  )
}

/** Without HTTPS (a studio's own network) browsers have no clipboard but the old way. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = Object.assign(document.createElement('textarea'), { value: text })
    const host = document.querySelector('[role="dialog"]') ?? document.body
    host.append(area)
    area.select()
    const done = document.execCommand('copy')
    area.remove()
    return done
  }
}

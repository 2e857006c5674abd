import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from './words.ts'

/** The address, if it is one of the web: what was captured may be anything, `javascript:` included. */
export function webAddress(text: string | null | undefined): string | undefined {
  if (!text || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined
  return text
}

interface ExternalProps {
  href: string | null | undefined
  children?: ReactNode
}

/** A link out of the console, which tells the other side nothing of where it comes from; else just the text. */
export function External({ href, children }: ExternalProps) {
  const words = useWords()
  const address = webAddress(href)
  if (!address) return <span className="break-all">{children ?? href}</span>
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      referrerPolicy="no-referrer"
      className="inline-flex max-w-full items-baseline gap-1 break-all underline underline-offset-2"
    >
      {children ?? address}
      <ExternalLink size={12} className="shrink-0 self-center" aria-hidden />
      <span className="sr-only">{words.newTab}</span>
    </a>
  )
}

import type { SearchHit } from '@dailies/contract/search.ts'
import { useEffect, useState } from 'react'
import { useService } from '../service.tsx'

/** Milliseconds in which nobody writes on. */
const quiet = 250

/** Takes of an answer. */
const atOnce = 20

interface Answer {
  q: string
  hits: readonly SearchHit[]
  /** Of the next answer; null where there is none. */
  next: string | null
  error?: unknown
}

interface Asked {
  q: string
  /** Of an answer of the same text, behind which this one goes on. */
  behind?: Answer
}

export interface Search {
  /** Undefined until there is an answer to something. */
  answer: Answer | undefined
  isLooking: boolean
  more: () => void
  again: () => void
}

/**
 * Looks for the text among all takes that the user may see. Whoever writes on is answered once they pause; the answer before stays
 * until then, and one that comes late, to another text, is never shown.
 */
export function useSearch(text: string): Search {
  const { dailies } = useService()
  const [asked, ask] = useState<Asked>({ q: '' })
  const [answer, setAnswer] = useState<Answer>()
  const [isUnderWay, setUnderWay] = useState(false)
  const q = text.trim()

  useEffect(() => {
    const timer = setTimeout(() => ask((before) => (before.q === q ? before : { q })), quiet)
    return () => clearTimeout(timer)
  }, [q])

  useEffect(() => {
    const { q, behind } = asked
    if (q === '') {
      setAnswer(undefined)
      setUnderWay(false)
      return
    }
    const leaving = new AbortController()
    const { signal } = leaving
    setUnderWay(true)
    dailies
      .search({ q, partial: 'true', limit: atOnce, cursor: behind?.next ?? undefined }, { signal })
      .then(
        ({ data, metadata }): Answer => {
          const hits = new Map([...(behind?.hits ?? []), ...data].map((hit) => [hit.id, hit]))
          return { q, hits: [...hits.values()], next: metadata.nextCursor }
        },
        (error: unknown): Answer => ({ q, hits: behind?.hits ?? [], next: behind?.next ?? null, error }),
      )
      .then((answer) => {
        if (signal.aborted) return
        setAnswer(answer)
        setUnderWay(false)
      })
    return () => leaving.abort()
  }, [dailies, asked])

  return {
    answer: q === '' ? undefined : answer,
    isLooking: q !== '' && (isUnderWay || asked.q !== q),
    more: () => answer && ask({ q: answer.q, behind: answer }),
    again: () => ask(({ q, behind }) => (behind ? { q, behind } : { q })),
  }
}

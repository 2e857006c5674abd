import type { Watch } from '../db/watch.ts'
import type { SlowStatements } from '../slow-statements.ts'
import type { Tracer } from './tracer.ts'

/** What hears of statements; undefined where nobody wants to. */
export function watchOf(slow: SlowStatements | undefined, tracer: Tracer | undefined): Watch | undefined {
  if (!slow && !tracer) return undefined
  return {
    executed: (statement, parameters, began, error) => {
      slow?.executed(statement, began)
      tracer?.executed(statement, parameters, began, error)
    },
    transacted: (began, error) => tracer?.transacted(began, error),
    bound: (work) => tracer?.bound(work) ?? work,
  }
}

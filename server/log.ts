import { setTimeout as sleep } from 'node:timers/promises'
import pino, { type Logger } from 'pino'
import { isoNow } from './clock.ts'

/** One request, whole: what its line of the log says. */
interface RequestLine {
  id: string
  method: string
  route: string
  status: number
  milliseconds: number
  user: string | undefined
  /** Null for a session. */
  token: string | null | undefined
  /** The client went away before it had the answer. */
  aborted: boolean
  /** The trace that it is a part of, where that is followed. */
  trace?: string | undefined
}

export interface Log {
  logger: Logger
  request(line: RequestLine): void
  /** Writes what is gathered, as far as somebody reads it. */
  flush(): Promise<void>
}

/** Milliseconds: whoever reads the log may have stopped. */
const longestFlush = 1000

/** The log: JSON lines on standard output. Under load lines are gathered into a few writes a second. */
export function openLog(level: string): Log {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 500 })
  const logger = pino(
    { level, base: null, serializers: { err: withoutData }, timestamp: pino.stdTimeFunctions.isoTime },
    destination,
  )
  return {
    logger,
    request: logger.isLevelEnabled('info') ? (line) => destination.write(requestText(line)) : () => {},
    // Not flushSync: where nobody reads the pipe any more it waits for ever, and holds the event loop meanwhile.
    flush: () =>
      Promise.race([
        new Promise<void>((resolve) => destination.flush(() => resolve())),
        sleep(longestFlush, undefined, { ref: false }),
      ]),
  }
}

/**
 * What `logger.info` would write, in half the time: there is one for each request. None of the values has a character
 * that JSON escapes: they are ids of ours, routes of ours, and methods that the parser knows.
 */
function requestText(line: RequestLine): string {
  const { id, method, route, status, milliseconds, user, token, aborted, trace } = line
  const byToken = token ? `,"token":"${token}"` : ''
  const ofTrace = trace === undefined ? '' : `,"trace":"${trace}"`
  const caller = user === undefined ? '' : `,"user":"${user}"${byToken}`
  return (
    `{"level":30,"time":"${isoNow()}","id":"${id}","method":"${method}","route":"${route}",` +
    `"status":${status},"ms":${milliseconds}${caller}${aborted ? ',"aborted":true' : ''}${ofTrace},"msg":"request"}\n`
  )
}

/** What went wrong and where, and nothing else: PostgreSQL quotes the whole row in an error's `detail`. */
function withoutData(error: unknown): object {
  const { name, message, code, constraint, stack, cause } = error as Error & Record<string, unknown>
  return {
    type: name,
    message,
    code,
    constraint,
    stack,
    ...(cause instanceof Error && { cause: withoutData(cause) }),
  }
}

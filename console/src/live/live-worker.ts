import { listen, type Told } from './stream.ts'

/** What a tab says: that it listens for that user, or no longer. */
export type Said = { user: string } | { bye: true }

/*
 * One live stream for all tabs: over HTTP/1.1 a browser opens six connections to a service, and with six tabs that each
 * held one, nothing else would come through. A shared worker ends with its last tab, and runs where there is no HTTPS,
 * which a leader chosen by Web Locks would not.
 */

const scope = self as unknown as { onconnect: (event: MessageEvent) => void }
/** Whose page each shows. */
const tabs = new Map<MessagePort, string>()
let who: string | undefined
let last: Told = { lost: true }
let leave = () => {}

scope.onconnect = ({ ports: [port] }) => {
  if (!port) return
  port.onmessage = ({ data }: MessageEvent<Said>) => {
    if ('bye' in data) tabs.delete(port)
    else join(port, data.user)
    if (tabs.size === 0) stop()
  }
}

function join(port: MessagePort, user: string): void {
  tabs.set(port, user)
  // Another user signed in, or the same one again.
  if (user !== who || 'over' in last) begin(user)
  else port.postMessage(last)
  // A page of whoever was signed in before is to look who is now.
  for (const [tab, its] of tabs) if (its !== who) tab.postMessage({ lost: true })
}

function begin(user: string): void {
  stop()
  who = user
  leave = listen((told) => {
    if (!('message' in told)) last = told
    for (const [tab, its] of tabs) if (its === who) tab.postMessage(told)
  })
}

function stop(): void {
  leave()
  who = undefined
  last = { lost: true }
}

import { observeFetches } from './fetches.ts'
import { observeMessages } from './messages.ts'
import { quietly } from './patch.ts'
import { observeRequests } from './requests.ts'
import { observeSources } from './sources.ts'
import { observeStreams } from './streams.ts'
import { meetKeeper } from './tell.ts'

/** Begins to see what this page is told. Each part by itself: where one cannot, the others do. */
export function observe(): void {
  for (const part of [observeFetches, observeStreams, observeRequests, observeMessages, observeSources]) {
    quietly(part)
  }
  meetKeeper()
}

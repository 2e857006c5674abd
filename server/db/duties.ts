/** What there is to look for in a database, each by one of the processes that could: work that is due, and what the search has to take up. */
export type Duty = 'work' | 'search'

/** Which of the processes on a database looks for what is due. (docs/decisions/0077-one-node-looks.md) */
export interface Duties {
  /** Takes it on, now or once the process that has it ends. `called` is called when it is to look at once. */
  stand(duty: Duty, called: () => void): void
  /** Whether this process is the one; also where it does not know of others, until it leaves. */
  isOurs(duty: Duty): boolean
  /** Gives up what it has, and takes nothing on any more: it is about to end, and what is under way there may take its time. */
  leave(): void
  /** There is work that this process does not do itself: whoever looks for it is to look at once. */
  call(): void
}

/** Of processes that cannot tell others anything: each looks for itself. */
export const everyonesDuties: Duties = {
  stand: () => {},
  isOurs: () => true,
  leave: () => {},
  call: () => {},
}

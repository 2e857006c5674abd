const minute = 60_000

/** So often the provider is asked whether somebody is still let in: who is removed there is out within half an hour. */
const everyMinutes = 20
/** A session for which the provider could not be asked, for it is away, lasts that long since it was asked last. */
const awayMinutes = 4 * 60
/** One that it refuses without a reason, and goes on refusing: with `everyMinutes` that is within an hour of somebody's removal. */
const unsaidMinutes = 30
/** One for which it cannot be asked, for it gave nothing to ask by, is over after that, and is begun anew. */
const unaskedMinutes = 60

/** When a session ends that the provider refuses without a reason from `now` on, milliseconds since 1970, as an ISO text. */
export function endOfUnsaid(now: number): string {
  return isoAfter(now, unsaidMinutes)
}

/** When the provider is asked next after `now`, milliseconds since 1970, and when a session ends at the latest; both as ISO texts. */
export function timesOf(
  now: number,
  { asksAgain }: { asksAgain: boolean },
): { dueAt: string; endsAt: string } {
  const after = (minutes: number) => isoAfter(now, minutes)
  return asksAgain
    ? { dueAt: after(everyMinutes), endsAt: after(awayMinutes) }
    : { dueAt: after(unaskedMinutes), endsAt: after(unaskedMinutes) }
}

function isoAfter(now: number, minutes: number): string {
  return new Date(now + minutes * minute).toISOString()
}

/** For so long nobody else asks for a session that somebody asks for, and then again where the provider was away. */
export const putOffMilliseconds = 2 * minute

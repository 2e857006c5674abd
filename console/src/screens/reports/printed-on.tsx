const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })

/** For paper: of which day it is, and that no take is left out. */
export function PrintedOn({ ofAll }: { ofAll: boolean }) {
  const now = new Date()
  return (
    <p className="hidden text-sm print:block">
      Report of {ofAll && 'all takes, '}
      <time dateTime={now.toISOString()}>{format.format(now)}</time>
    </p>
  )
}

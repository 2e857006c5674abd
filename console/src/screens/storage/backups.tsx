import type { ScheduledBackups } from '@dailies/contract/media.ts'
import { When } from '@dailies/ui/time.tsx'
import { bytesText } from '../../ui/bytes.ts'
import { counted } from '../../ui/counted.ts'
import { Section } from '../../ui/page.tsx'
import { Line } from './line.tsx'

const hour = 3_600_000

/** How far the backups are that the service makes by itself, and what is wrong with them. */
export function Backups({ backups }: { backups: ScheduledBackups | null }) {
  return (
    <Section title="Backups">
      <ul className="flex flex-col gap-2">
        {backups ? (
          <Scheduled {...backups} />
        ) : (
          <Line isGood={false}>
            The service makes none by itself: name a place for them in DAILIES_BACKUP, on another disk than
            this.
          </Line>
        )}
      </ul>
    </Section>
  )
}

function Scheduled({ target, everyHours, isMaking, startedAt, last, dueAt, ...rest }: ScheduledBackups) {
  const isFailing = rest.failures > 0
  return (
    <>
      <Line isGood={!isFailing}>
        One {isFailing ? 'is to be made' : 'is made'} {intervalText(everyHours)}, into{' '}
        <code className="font-mono text-sm break-all">{target}</code>.
      </Line>
      {/* One that is gone is not told of as if it were there. */}
      {!last?.isGone && <Last last={last} everyHours={everyHours} />}
      <Trouble {...rest} />
      {isMaking && startedAt !== null ? (
        <Line isGood>
          One is being made. It began <When at={startedAt} />.
        </Line>
      ) : (
        <Next dueAt={dueAt} isFailing={isFailing} />
      )}
    </>
  )
}

function Last({ last, everyHours }: Pick<ScheduledBackups, 'last' | 'everyHours'>) {
  if (last === null) return <Line isGood={false}>None is made yet.</Line>
  const isLate = Date.now() - Date.parse(last.madeAt) > 2 * everyHours * hour
  return (
    <>
      <Line isGood={!isLate}>
        The last is of <When at={last.madeAt} />: {bytesText(last.bytes)}, with {counted(last.files, 'file')}.
      </Line>
      {last.missing > 0 && (
        <Line isGood={false}>
          {last.missing === 1 ? 'A file is' : `${last.missing.toLocaleString()} files are`} gone or damaged,
          and not in it: <code className="font-mono text-sm">dailies media verify</code> names them.
        </Line>
      )}
    </>
  )
}

function Trouble({
  failures,
  failedAt,
  problem,
}: Pick<ScheduledBackups, 'failures' | 'failedAt' | 'problem'>) {
  if (problem === null) return null
  if (failures === 0) return <Line isGood={false}>{problem}</Line>
  return (
    <Line isGood={false} isFailure>
      {failures === 1 ? 'A try failed' : `${failures} tries failed since`}
      {failedAt !== null && (
        <>
          , {failures > 1 && 'the last '}
          <When at={failedAt} />
        </>
      )}
      : {problem}
    </Line>
  )
}

function Next({ dueAt, isFailing }: Pick<ScheduledBackups, 'dueAt'> & { isFailing: boolean }) {
  // Somebody who makes it looks every half minute.
  const isWaiting = dueAt === null || Date.now() - Date.parse(dueAt) > hour / 12
  if (isWaiting) {
    return (
      <Line isGood={false}>
        The next one is due, and nobody makes it: start a service, or{' '}
        <code className="font-mono text-sm">dailies worker</code>, with DAILIES_BACKUP.
      </Line>
    )
  }
  return (
    <Line isGood={!isFailing}>
      {isFailing ? 'It is tried again' : 'The next one is made'} <When at={dueAt} />.
    </Line>
  )
}

function intervalText(hours: number): string {
  if (hours === 1) return 'every hour'
  if (hours === 24) return 'every day'
  return hours % 24 === 0 ? `every ${hours / 24} days` : `every ${hours} hours`
}

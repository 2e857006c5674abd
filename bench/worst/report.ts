import { cpus, totalmem } from 'node:os'
import type { Engine } from '../../server/db/database.ts'
import { table } from '../table.ts'
import type { Asked } from './ask.ts'
import type { Name } from './requests.ts'

type Tried = Asked & {
  /** How long somebody else waited at most meanwhile, in milliseconds. */
  othersWaited: number
}

export interface Measured {
  name: Name
  /** Of the body, in bytes. */
  sent: number
  alone: Tried
  /** 20 at once. */
  crowd: Tried
  /** 20 at once, without a token or session. */
  nobody: Tried
  /** Resident memory of the service in MB: before, at most, and a minute after at the latest. */
  before: number
  highest: number
  left: number
}

const longestWait = 250
const mostLeft = 50

/** What did not hold. */
export function missed({ alone, crowd, nobody, before, left }: Measured): string[] {
  const wait = Math.max(alone.othersWaited, crowd.othersWaited, nobody.othersWaited)
  return [
    ...(wait > longestWait ? [`others waited ${Math.round(wait)} ms`] : []),
    ...(left > before + mostLeft ? [`${Math.round(left - before)} MB were left`] : []),
    ...[alone, crowd, nobody].flatMap(({ statuses }) =>
      Object.keys(statuses)
        .filter((status) => !/^[234]\d\d$/.test(status))
        .map((status) => `answered ${status}`),
    ),
  ]
}

const headings = [
  'endpoint',
  'sent kB',
  'answers',
  'got kB',
  'alone ms',
  'others ms',
  '20 at once: answers',
  'ms',
  'others ms',
  '20 without token: others ms',
  'memory MB: before, most, after',
  'missed',
]

/** What was measured on one database, as a Markdown table. */
export function measuredText(engine: Engine, all: Measured[]): string {
  return [`## ${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`, '', table(headings, all.map(row))].join('\n')
}

function row(measured: Measured): string[] {
  const { name, sent, alone, crowd, nobody, before, highest, left } = measured
  return [
    name,
    kilobytes(sent),
    answers(alone),
    kilobytes(alone.bytes),
    alone.took.toFixed(0),
    alone.othersWaited.toFixed(0),
    answers(crowd),
    crowd.took.toFixed(0),
    crowd.othersWaited.toFixed(0),
    nobody.othersWaited.toFixed(0),
    [before, highest, left].map((megabytes) => megabytes.toFixed(0)).join(', '),
    missed(measured).join('; '),
  ]
}

function answers({ statuses }: Asked): string {
  return Object.entries(statuses)
    .map(([status, count]) => (count > 1 ? `${count} × ${status}` : status))
    .join(', ')
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(0)
}

/** Date, machine and command, and how to read it. */
export function headText(command: string): string {
  const [processor] = cpus()
  return [
    '# The worst that each endpoint takes',
    '',
    `- ${new Date().toISOString().slice(0, 10)}, \`${command}\``,
    `- ${processor?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 1024 ** 3)} GiB; Node ${process.versions.node}`,
    '- The costliest request that an endpoint accepts (`bench/worst/requests.ts`), by a user who has as much of everything as the limits',
    '  allow (`bench/worst/rows.ts`): alone, 20 at once, and 20 at once without a token. **others**: how long somebody else, who asks for',
    '  something small every 20 ms, waited at most: 250 ms are allowed. Memory has to be back within 50 MB after a minute.',
  ].join('\n')
}

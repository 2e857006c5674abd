import { z } from 'zod'
import { timestamp } from './text.ts'

/** What the doctor looks at, in the order in which it tells of it. */
export const checkNames = [
  'database',
  'version',
  'replica',
  'disk',
  'disk speed',
  'clock',
  'secret key',
  'public address',
  'proxy',
  'mail',
  'single sign-on',
  'second factor',
  'media store',
  'ffmpeg',
  'worker',
  'backup',
] as const

/** One thing that an installation needs, and how it is with it. */
export const check = z
  .object({
    name: z.enum(checkNames),
    state: z.enum(['ok', 'warning', 'failed', 'skipped']).meta({
      description:
        'warning: it works, but not as it should; failed: something does not work, or is about to; skipped: it is not set, or cannot be asked',
    }),
    found: z.string().meta({ description: 'What was found, in a sentence' }),
    todo: z.string().optional().meta({ description: 'What to do about it, in a sentence' }),
  })
  .meta({ id: 'Check' })

export const checkup = z
  .object({
    checkedAt: timestamp.meta({ description: 'When it was looked; an answer is kept for ten seconds' }),
    checks: z.array(check),
  })
  .meta({ id: 'Checkup' })

export type Check = z.output<typeof check>
export type CheckState = Check['state']
export type Checkup = z.output<typeof checkup>

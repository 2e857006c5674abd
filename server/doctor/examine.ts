import type { Check, checkNames } from '@dailies/contract/doctor.ts'
import { scheduleOf } from '../backups/schedule.ts'
import type { Settings } from '../config.ts'
import { type Arrived, checkProxy, checkPublicAddress } from './address.ts'
import { checkBackup } from './backup.ts'
import { type NamedCheck, runChecks } from './check.ts'
import { checkClock, checkDatabase, checkVersion, type Opened, openToLook } from './database.ts'
import { checkRoom, checkSpeed } from './disk.ts'
import { checkMail } from './mail.ts'
import { checkFfmpeg, checkMediaStore } from './media.ts'
import { checkReplica } from './replica.ts'
import { checkSecondFactor } from './second-factor.ts'
import { checkSecretKey } from './secret-key.ts'
import { checkSingleSignOn } from './single-sign-on.ts'
import { withoutSecrets } from './without-secrets.ts'
import { checkWorker } from './worker.ts'

/** Milliseconds that a check may take, and in which the database has to answer. */
const usualPatience = 10_000
const ofDatabase = 5000

interface Patient {
  settings: Settings
  environment: Record<string, string | undefined>
  /** Where it is the service itself that asks: how the request for that came in. */
  arrived?: Arrived
  patience?: number
}

/**
 * Looks at all that an installation needs, side by side, and tells of each in a fixed order. Changes nothing: neither is a database made or
 * brought up to date, nor a key or a folder made. Never rejects, and tells nothing secret.
 */
export async function examine(patient: Patient): Promise<Check[]> {
  const { settings, environment, patience = usualPatience } = patient
  const opening = openToLook(settings, ofDatabase)
  const checks = await runChecks(checksOf(patient, opening), { patience })
  // One that is opened later is closed then.
  void opening.then((opened) => (opened.is === 'open' ? opened.db.close() : undefined)).catch(() => {})
  const told = withoutSecrets(settings, environment)
  return checks.map(({ name, state, found, todo }) => ({
    ...{ name, state, found: told(found) },
    ...(todo !== undefined && { todo: told(todo) }),
  }))
}

type Checks = Record<(typeof checkNames)[number], Omit<NamedCheck, 'name'>>

function checksOf(
  { settings, environment, arrived }: Patient,
  opening: Promise<Opened>,
): readonly NamedCheck[] {
  const seeDatabase = 'See that the database answers, and ask again.'
  const seeDisk = 'See that the disk of the data folder answers, and ask again.'
  const checks: Checks = {
    database: { run: async () => checkDatabase(await opening, settings), otherwise: seeDatabase },
    version: { run: async () => checkVersion(await opening), otherwise: seeDatabase },
    replica: {
      run: async () => checkReplica(await opening, settings),
      otherwise: 'See that the hosts of DAILIES_DATABASE_REPLICA_URL answer, from this machine, too.',
    },
    disk: { run: () => checkRoom(settings), otherwise: seeDisk },
    'disk speed': { run: () => checkSpeed(settings), otherwise: seeDisk },
    clock: { run: async () => checkClock(await opening), otherwise: seeDatabase },
    'secret key': { run: async () => checkSecretKey(settings, await opening), otherwise: seeDisk },
    'public address': {
      run: (signal) => checkPublicAddress(settings, signal),
      otherwise: 'See that the proxy and the service answer at DAILIES_PUBLIC_URL, from this machine, too.',
    },
    proxy: { run: async () => checkProxy(settings, arrived), otherwise: 'Ask again.' },
    mail: {
      run: () => checkMail(settings),
      otherwise: 'See that the server of DAILIES_SMTP_URL answers, from this machine, too.',
    },
    'single sign-on': {
      run: (signal) => checkSingleSignOn(settings, signal),
      otherwise: 'See that the provider of DAILIES_OIDC_ISSUER answers, from this machine, too.',
    },
    'second factor': {
      run: async () => checkSecondFactor(settings, await opening),
      otherwise: seeDatabase,
    },
    'media store': {
      run: async () => checkMediaStore(settings, environment, await opening),
      otherwise: 'See that the folder or the bucket of DAILIES_MEDIA answers.',
    },
    ffmpeg: {
      run: (signal) => checkFfmpeg(settings, signal),
      otherwise: 'See whether ffmpeg -version ends by itself.',
    },
    worker: {
      run: async (signal) => {
        const opened = await opening
        const schedule = scheduleIfAny(settings, environment)
        return checkWorker({ settings, opened, schedule, isService: arrived !== undefined }, signal)
      },
      otherwise: seeDatabase,
    },
    backup: {
      run: async () => checkBackup(scheduleOf(settings, environment), await opening),
      otherwise: 'Mend DAILIES_BACKUP, or see that the database answers.',
    },
  }
  return Object.entries(checks).map(([name, check]) => ({ name: name as keyof Checks, ...check }))
}

/** What is wrong with it is for the check of backups to tell. */
function scheduleIfAny(settings: Settings, environment: Patient['environment']) {
  try {
    return scheduleOf(settings, environment)
  } catch {
    return undefined
  }
}

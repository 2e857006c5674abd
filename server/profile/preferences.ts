import type { Preferences, PreferencesUpdate } from '@dailies/contract/preferences.ts'
import { lockUser } from '../accounts/queries.ts'
import type { Connection, Database } from '../db/database.ts'
import { notFound } from '../error.ts'
import { given } from '../given.ts'
import { listPlatformSlugs } from '../platforms/queries.ts'
import { findPreferences, type StoredPreferences, savePreferences } from './queries.ts'

const unset: StoredPreferences = {
  lastActiveProjectId: null,
  lastActiveSceneId: null,
  defaultAssetType: null,
  defaultStatus: null,
  enabledPlatforms: null,
  autoFillEnabled: null,
}

/** The user's preferences, with the default of each that is unset. docs/interface.md, "Preferences". */
export async function readPreferences(db: Connection, userId: string): Promise<Preferences> {
  return withDefaults(db, (await db.first(findPreferences, { userId })) ?? unset)
}

/** Changes the preferences that are given; null unsets one. Throws `not_found` when the user is gone. */
export function updatePreferences(
  db: Database,
  userId: string,
  update: PreferencesUpdate,
): Promise<Preferences> {
  return db.transaction(async (transaction) => {
    if (!(await transaction.first(lockUser, { userId }))) throw notFound('User')
    const before = (await transaction.first(findPreferences, { userId })) ?? unset
    const { enabledPlatforms, autoFillEnabled, ...rest } = update
    const after: StoredPreferences = { ...before, ...given(rest) }
    if (enabledPlatforms !== undefined)
      after.enabledPlatforms = enabledPlatforms && JSON.stringify(enabledPlatforms)
    if (autoFillEnabled !== undefined)
      after.autoFillEnabled = autoFillEnabled === null ? null : Number(autoFillEnabled)
    await transaction.run(savePreferences, { userId, ...after })
    transaction.changed({ kind: 'account', userId })
    return withDefaults(transaction, after)
  })
}

async function withDefaults(db: Connection, stored: StoredPreferences): Promise<Preferences> {
  const { lastActiveProjectId, lastActiveSceneId, enabledPlatforms, autoFillEnabled } = stored
  return {
    lastActiveProjectId,
    lastActiveSceneId,
    defaultAssetType: stored.defaultAssetType ?? 'IMAGE',
    defaultStatus: stored.defaultStatus ?? 'DRAFT',
    enabledPlatforms:
      enabledPlatforms === null
        ? (await db.all(listPlatformSlugs, {})).map(({ slug }) => slug)
        : JSON.parse(enabledPlatforms),
    autoFillEnabled: autoFillEnabled !== 0,
  }
}

import { relyingPartyOf } from '../accounts/passkeys/relying-party.ts'
import { comesByHttps, type Settings } from '../config.ts'
import { type Finding, skipped, well } from './check.ts'
import { notAsked, type Opened, usable } from './database.ts'
import { countFactors } from './queries.ts'

/** How many of those who sign in with a password lack the second factor that is required: it is no fault, for they set it up as they come. */
export async function checkSecondFactor(settings: Settings, opened: Opened): Promise<Finding> {
  const { secondFactor, passwords } = settings
  if (secondFactor === 'optional') return skipped('None is required (DAILIES_SECOND_FACTOR).')
  if (passwords === 'nobody') return skipped('Nobody signs in with a password (DAILIES_PASSWORDS).')
  const db = usable(opened)
  if (!db) return notAsked
  const roles = JSON.stringify(passwords === 'everybody' ? ['administrator', 'member'] : ['administrator'])
  const found = await db.first(countFactors, { roles })
  const { users = 0, withApp = 0, withAny = 0 } = found ?? {}
  const passkeysWork = relyingPartyOf({ ...settings, secure: comesByHttps(settings) }) !== undefined
  const without = users - (passkeysWork ? withAny : withApp)
  const those = users === 1 ? '1 user' : `${users} users`
  if (without === 0) return well(`It is required of ${those}, and nobody lacks it.`)
  return well(`It is required of ${those}. Of these ${without} set it up when they come next.`)
}

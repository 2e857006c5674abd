import type { Preferences } from '@dailies/contract/preferences.ts'
import { notify } from '@dailies/ui/notices.ts'
import { useState } from 'react'
import type { Input } from '../../../../sdk/src/dailies.ts'
import { keepPreferences } from '../../place/profile.ts'
import { tellChange } from '../background.ts'
import { errorText } from '../error-text.ts'
import { useService } from '../service.tsx'
import { useSetting } from '../use-setting.ts'

export type ChangePreferences = (change: Input<'updateProfile'>['preferences'] & object) => Promise<void>

/** The user's preferences, the same as the console's; a change shows at once, and is taken back when it fails. */
export function usePreferences(): {
  preferences: Preferences | undefined
  change: ChangePreferences
  mayChange: boolean
} {
  const { dailies } = useService()
  const known = useSetting('preferences')?.value
  const mayChange = !useSetting('lacks')?.value?.includes('preferences')
  const [hoped, setHoped] = useState<Partial<Preferences>>({})
  const change: ChangePreferences = async (preferences) => {
    // Null stands for a default that only the service knows.
    const plain = Object.entries(preferences).filter(([, value]) => value !== null)
    setHoped((before) => ({ ...before, ...Object.fromEntries(plain) }))
    try {
      await keepPreferences((await dailies.updateProfile({ preferences })).preferences)
      await tellChange()
    } catch (error) {
      notify(errorText(error), { failed: true })
    } finally {
      setHoped({})
    }
  }
  return { preferences: known && { ...known, ...hoped }, change, mayChange }
}

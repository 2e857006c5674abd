import { z } from 'zod'
import { assetType, captureStatus } from './asset-version.ts'
import { ofArray } from './length.ts'
import { text } from './text.ts'

/** docs/interface.md, "Preferences". Unset strings are null, the rest has a default. */
export const preferences = z
  .object({
    lastActiveProjectId: z.string().nullable(),
    lastActiveSceneId: z.string().nullable(),
    defaultAssetType: assetType,
    defaultStatus: captureStatus,
    enabledPlatforms: z
      .array(z.string())
      .meta({ description: 'Platform keys; all of the catalogue until set' }),
    autoFillEnabled: z.boolean(),
  })
  .meta({ id: 'Preferences' })

/** Any of the preferences; null puts one back to its default, a missing one stays as it is. */
export const preferencesUpdate = z
  .object({
    lastActiveProjectId: text(200).nullable(),
    lastActiveSceneId: text(200).nullable(),
    defaultAssetType: assetType.nullable(),
    defaultStatus: captureStatus.nullable(),
    enabledPlatforms: z.array(text(100)).max(1000, ofArray('Must be at most 1000 platforms')).nullable(),
    autoFillEnabled: z.boolean().nullable(),
  })
  .partial()
  .meta({ id: 'PreferencesUpdate' })

export type Preferences = z.output<typeof preferences>
export type PreferencesUpdate = z.output<typeof preferencesUpdate>

import type { Preferences } from '@dailies/contract/preferences.ts'
import { SelectField } from '@dailies/ui/field.tsx'
import { captureStatuses, optionsOf } from '@dailies/ui/options.ts'
import { Switch } from '@dailies/ui/switch.tsx'
import { text } from '../../texts.ts'
import { assetTypeLabels, statusLabels } from '../ui/labels.ts'
import { Part } from '../ui/part.tsx'
import type { ChangePreferences } from './use-preferences.ts'

interface CaptureDefaultsProps {
  preferences: Preferences
  change: ChangePreferences
  mayChange: boolean
}

/** What a capture is filled with. */
export function CaptureDefaults({ preferences, change, mayChange }: CaptureDefaultsProps) {
  return (
    <Part
      title={text('panelCapturing')}
      hint={mayChange ? text('panelCapturingHint') : text('panelMayNotChange')}
    >
      <div className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] items-end gap-3">
        <SelectField
          label={text('panelDefaultType')}
          options={optionsOf(assetTypeLabels)}
          value={preferences.defaultAssetType}
          disabled={!mayChange}
          onChange={(defaultAssetType) => void change({ defaultAssetType })}
        />
        <SelectField
          label={text('panelDefaultStatus')}
          options={captureStatuses.map((value) => ({ value, label: statusLabels[value] }))}
          value={preferences.defaultStatus}
          disabled={!mayChange}
          onChange={(defaultStatus) => void change({ defaultStatus })}
        />
      </div>
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p>{text('panelAutoFill')}</p>
          <p className="text-sm text-muted">{text('panelAutoFillHint')}</p>
        </div>
        <Switch
          label={text('panelAutoFill')}
          checked={preferences.autoFillEnabled}
          disabled={!mayChange}
          onChange={(autoFillEnabled) => void change({ autoFillEnabled })}
        />
      </div>
    </Part>
  )
}

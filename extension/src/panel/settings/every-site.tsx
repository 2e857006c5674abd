import { Switch } from '@dailies/ui/switch.tsx'
import { askForAccess, giveUpAccess } from '../../connection/permissions.ts'
import { everySite } from '../../platforms/match-pattern.ts'
import { text } from '../../texts.ts'
import { Part } from '../ui/part.tsx'
import { useAccess } from './use-access.ts'

/** Seeing every page is never needed, only asked for by who wants it. */
export function EverySite() {
  const access = useAccess(everySite)
  if (!access) return null
  const isOn = access.size === everySite.length
  return (
    <Part title={text('panelOtherSites')}>
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p>{text('panelEverySite')}</p>
          <p className="text-sm text-muted">{text('panelEverySiteHint')}</p>
        </div>
        <Switch
          label={text('panelEverySite')}
          checked={isOn}
          onChange={(wanted) => void (wanted ? askForAccess(everySite) : giveUpAccess(everySite))}
        />
      </div>
    </Part>
  )
}

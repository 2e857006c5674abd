import { Button } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { patternOf } from '../../connection/address.ts'
import { askForAccess, giveUpAccess } from '../../connection/permissions.ts'
import { text } from '../../texts.ts'
import type { Lists } from '../lists/lists.ts'
import { useList } from '../lists/use-list.ts'
import { filterChoices } from '../ui/choices.ts'
import { Part } from '../ui/part.tsx'
import { Failed } from '../ui/states.tsx'
import { useSetting } from '../use-setting.ts'
import { hasAdapter, hostsOfPlatform, isLocal } from './platform-hosts.ts'
import { PlatformRow } from './platform-row.tsx'
import { useAccess } from './use-access.ts'
import type { ChangePreferences } from './use-preferences.ts'

interface PlatformsProps {
  enabled: string[]
  change: ChangePreferences
  mayChange: boolean
}

/** Which platforms the extension looks at, as the console has it too, and whether the browser lets it. */
export function Platforms({ enabled, change, mayChange }: PlatformsProps) {
  const { items: platforms, error, refresh } = useList('platforms', '')
  const locals = useSetting('localInterfaces')?.value ?? {}
  const service = useSetting('connection')?.value?.address
  const [sought, setSought] = useState('')
  const [all, setAll] = useState(false)
  const on = new Set(enabled)
  const hosts = (slug: string) => hostsOfPlatform(slug, locals)
  const wanted = [...new Set(enabled.flatMap(hosts))]
  const access = useAccess([...new Set((platforms ?? []).flatMap(({ slug }) => hosts(slug)))])
  const found = search(platforms ?? [], sought)
  const shown = all || sought ? found : found.filter(hasAdapter)
  const unallowed = access ? wanted.filter((host) => !access.has(host)) : []

  const enable = (slugs: string[]) => {
    const isEverything = platforms?.every(({ slug }) => slugs.includes(slug))
    // Null is all, those that are yet to come included.
    return change({ enabledPlatforms: isEverything ? null : slugs })
  }
  /** Asks before it awaits anything: the browser wants it so. */
  const switchOn = async (slug: string, name: string) => {
    const allowed = await askForAccess(hosts(slug))
    if (!allowed) notify(text('panelNotAllowed', name), { failed: true })
    await enable([...enabled, slug])
  }
  const switchOff = async (slug: string) => {
    const left = enabled.filter((one) => one !== slug)
    const needed = new Set([...left.flatMap(hosts), ...(service ? [patternOf(service)] : [])])
    await enable(left)
    await giveUpAccess(hosts(slug).filter((host) => !needed.has(host)))
  }

  return (
    <Part
      title={text('panelPlatforms')}
      hint={
        <>
          {text('panelPlatformsHint')} {text('panelPlatformsAsked')}
        </>
      }
    >
      {error !== undefined && <Failed error={error} onRetry={refresh} />}
      {!platforms && error === undefined && <LoadingRows rows={3} className="h-12" />}
      {unallowed.length > 0 && (
        <div className="flex flex-col items-start gap-2 rounded-xl bg-warn-soft px-3 py-2 text-sm text-warn">
          <p>{text('panelUnallowed')}</p>
          <Button size="small" icon={ShieldCheck} onClick={() => void askForAccess(unallowed)}>
            {text('panelAllowAll')}
          </Button>
        </div>
      )}
      {platforms && (
        <>
          <TextField
            label={text('panelFindPlatform')}
            hideLabel
            type="search"
            placeholder={text('panelFindPlatform')}
            value={sought}
            onChange={({ target }) => setSought(target.value)}
          />
          <ul aria-label={text('panelPlatforms')} className="flex flex-col">
            {shown.map((platform) => (
              <PlatformRow
                key={platform.slug}
                platform={platform}
                isOn={on.has(platform.slug)}
                isLocal={isLocal(platform.slug)}
                hosts={hosts(platform.slug)}
                access={access}
                mayChange={mayChange}
                onSwitch={(isOn) =>
                  void (isOn ? switchOn(platform.slug, platform.name) : switchOff(platform.slug))
                }
              />
            ))}
          </ul>
          {shown.length < found.length && (
            <Button size="small" className="self-center" onClick={() => setAll(true)}>
              {text('panelShowMore', found.length - shown.length)}
            </Button>
          )}
          {found.length === 0 && <p className="text-sm text-muted">{text('panelFoundNone')}</p>}
        </>
      )}
    </Part>
  )
}

/** Those with an adapter come first: of their pages the extension reads prompt, model and the like. */
function search(platforms: readonly Lists['platforms'][], sought: string): Lists['platforms'][] {
  const choices = platforms.map((platform) => ({
    id: platform.slug,
    label: platform.name,
    hint: `${platform.slug} ${platform.provider} ${platform.specialties.join(' ')}`,
    platform,
  }))
  const found = filterChoices(choices, sought).map(({ platform }) => platform)
  return sought ? found : [...found.filter(hasAdapter), ...found.filter((one) => !hasAdapter(one))]
}

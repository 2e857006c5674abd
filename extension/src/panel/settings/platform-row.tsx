import { Button } from '@dailies/ui/button.tsx'
import { ShieldAlert } from 'lucide-react'
import { useId } from 'react'
import { askForAccess } from '../../connection/permissions.ts'
import { text } from '../../texts.ts'
import type { Lists } from '../lists/lists.ts'
import { LocalAddress } from './local-address.tsx'

interface PlatformRowProps {
  platform: Lists['platforms']
  isOn: boolean
  isLocal: boolean
  /** Match patterns; none where there is no adapter. */
  hosts: string[]
  access: ReadonlySet<string> | undefined
  mayChange: boolean
  onSwitch: (isOn: boolean) => void
}

export function PlatformRow({
  platform,
  isOn,
  isLocal,
  hosts,
  access,
  mayChange,
  onSwitch,
}: PlatformRowProps) {
  const id = useId()
  const { name, slug } = platform
  const isAllowed = access && hosts.every((host) => access.has(host))
  return (
    <li className="flex flex-col gap-1.5 border-b border-line py-2 last:border-0">
      <div className="flex items-center gap-2.5">
        <input
          type="checkbox"
          id={id}
          checked={isOn}
          disabled={!mayChange}
          aria-describedby={`${id}-hosts`}
          onChange={({ target }) => onSwitch(target.checked)}
          className="size-4 shrink-0 accent-accent"
        />
        <div className="min-w-0 flex-1">
          <label htmlFor={id} className="block truncate">
            {name}
          </label>
          <p id={`${id}-hosts`} className="truncate text-xs text-muted" title={hostNames(hosts)}>
            {hosts.length > 0 ? hostNames(hosts) : text('panelNoAdapter')}
          </p>
        </div>
        {isOn && isAllowed === false && (
          <Button
            size="small"
            icon={ShieldAlert}
            aria-label={text('panelAllowOf', name)}
            onClick={() => void askForAccess(hosts)}
          >
            {text('panelAllow')}
          </Button>
        )}
      </div>
      {isOn && isLocal && <LocalAddress slug={slug} name={name} />}
    </li>
  )
}

/** `https://*.midjourney.com/*` as people write it; each host once. */
function hostNames(patterns: readonly string[]): string {
  return [...new Set(patterns.map((pattern) => pattern.replace(/^\w+:\/\/(\*\.)?([^/]+).*$/, '$2')))].join(
    ', ',
  )
}

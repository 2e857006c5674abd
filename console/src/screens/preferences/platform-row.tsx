import type { CataloguePlatform } from '@dailies/contract/platform.ts'
import { assetTypeLabels, Badge } from '@dailies/ui/badges.tsx'
import { IconButton } from '@dailies/ui/button.tsx'
import { External, webAddress } from '@dailies/ui/external.tsx'
import { Trash2 } from 'lucide-react'
import { useId } from 'react'

interface PlatformRowProps {
  platform: CataloguePlatform
  isOn: boolean
  onToggle: () => void
  onRemove?: () => void
}

export function PlatformRow({ platform, isOn, onToggle, onRemove }: PlatformRowProps) {
  const id = useId()
  const { name, slug, provider, specialties, supportedOutput, homepageUrl, docsUrl, own } = platform
  const makes = supportedOutput.map((type) => assetTypeLabels[type])
  const others = specialties.filter((one) => !makes.some((type) => type.toLowerCase() === one.toLowerCase()))
  return (
    <li className="flex min-w-0 items-start gap-3 rounded-lg border border-line px-3 py-2.5 has-checked:border-strong-line">
      <input
        type="checkbox"
        id={id}
        checked={isOn}
        onChange={onToggle}
        className="mt-1 size-4 shrink-0 accent-accent pointer-coarse:size-5"
      />
      <div className="min-w-0 flex-1 text-sm wrap-anywhere">
        <label htmlFor={id} className="block text-base font-medium pointer-coarse:min-h-8">
          {name} {own && <Badge tone="violet">Added here</Badge>}
        </label>
        <p className="text-muted">
          {provider && `${provider} · `}
          <span className="font-mono">{slug}</span>
        </p>
        {makes.length > 0 && <p>{makes.join(', ')}</p>}
        {others.length > 0 && <p className="text-muted">{others.join(', ')}</p>}
        {(webAddress(homepageUrl) || webAddress(docsUrl)) && (
          <p className="mt-0.5 flex flex-wrap gap-x-4 pointer-coarse:gap-y-2 pointer-coarse:py-1.5">
            {webAddress(homepageUrl) && <External href={homepageUrl}>Website</External>}
            {webAddress(docsUrl) && <External href={docsUrl}>Documentation</External>}
          </p>
        )}
      </div>
      {onRemove && (
        <IconButton icon={Trash2} label={`Remove ${name.slice(0, 80)}`} size="small" onClick={onRemove} />
      )}
    </li>
  )
}

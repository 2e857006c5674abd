import { Field, TextField } from '@dailies/ui/field.tsx'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { text } from '../../texts.ts'
import { useList } from '../lists/use-list.ts'
import { Picker } from '../ui/picker.tsx'
import { useSetting } from '../use-setting.ts'
import type { CaptureFormState } from './use-capture-form.ts'

/** The platform: one of those that are switched on, or the key of any other, which then may have a name of its own. */
export function PlatformField({ form }: { form: CaptureFormState }) {
  const { draft, set, errorsAt } = form
  const [choosing, setChoosing] = useState(false)
  const { items: platforms } = useList('platforms', '')
  const enabled = useSetting('preferences')?.value?.enabledPlatforms
  const { platformKey } = draft
  const chosen = platforms?.find(({ slug }) => slug === platformKey)
  const choices = (platforms ?? [])
    .filter(({ slug }) => !enabled || enabled.includes(slug) || slug === platformKey)
    .map(({ slug, name, provider }) => ({ id: slug, label: name, hint: `${provider} · ${slug}` }))
  const isUnknown = platformKey !== '' && platforms !== undefined && !chosen
  return (
    <>
      <Field label={text('panelPlatform')} errors={errorsAt('platformKey') ?? errorsAt('platformId')}>
        {(control) => (
          <button
            {...control}
            type="button"
            aria-haspopup="dialog"
            onClick={() => setChoosing(true)}
            className="flex h-10 w-full items-center gap-2 rounded-lg border border-strong-line bg-raised px-3 text-left aria-invalid:border-danger"
          >
            <span className={`min-w-0 flex-1 truncate ${platformKey ? '' : 'text-muted'}`}>
              {chosen?.name ?? (platformKey || text('panelChoose'))}
            </span>
            <ChevronDown size={16} className="shrink-0" aria-hidden />
          </button>
        )}
      </Field>
      {isUnknown && (
        <TextField
          label={text('panelPlatformLabel')}
          hint={text('panelPlatformLabelHint', platformKey)}
          maxLength={200}
          value={draft.platformLabel}
          onChange={({ target }) => set({ platformLabel: target.value })}
          errors={errorsAt('platformLabel')}
        />
      )}
      {choosing && (
        <Picker
          title={text('panelChoosePlatform')}
          choices={choices}
          chosen={platformKey}
          typed={(sought) => otherKey(sought, choices)}
          onChoose={(slug) => {
            set({ platformKey: slug, platformLabel: '' })
            setChoosing(false)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}

/** What is typed as the key of a platform that is none of the choices. */
function otherKey(sought: string, choices: readonly { id: string; label: string }[]) {
  const key = sought.toLowerCase().replace(/\s+/g, '-').slice(0, 100)
  const isThere = choices.some(({ id, label }) => id === key || label.toLowerCase() === sought.toLowerCase())
  return isThere ? undefined : { id: key, label: text('panelOtherPlatform', key) }
}

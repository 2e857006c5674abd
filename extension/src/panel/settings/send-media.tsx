import { SelectField } from '@dailies/ui/field.tsx'
import { type SendMedia, sendMediaByDefault } from '../../media/queued-media.ts'
import { writeSetting } from '../../store/database.ts'
import { text } from '../../texts.ts'
import { tellChange } from '../background.ts'
import { Part } from '../ui/part.tsx'
import { useSetting } from '../use-setting.ts'

/** Whether the bytes of what is captured are sent from here. Of this browser alone: others may have another line. */
export function SendMediaPart() {
  const setting = useSetting('sendMedia')
  if (!setting) return null
  const choose = async (wanted: SendMedia) => {
    await writeSetting('sendMedia', wanted)
    await tellChange()
  }
  return (
    <Part title={text('mediaTitle')} hint={text('mediaTitleHint')}>
      <SelectField
        label={text('mediaSend')}
        hint={text('mediaSendHint')}
        options={[
          { value: 'always', label: text('mediaSendAlways') },
          { value: 'unmetered', label: text('mediaSendUnmetered') },
          { value: 'never', label: text('mediaSendNever') },
        ]}
        value={setting.value ?? sendMediaByDefault}
        onChange={(wanted) => void choose(wanted)}
      />
    </Part>
  )
}

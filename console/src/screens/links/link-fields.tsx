import type { Link } from '@dailies/contract/link.ts'
import { CheckField, SelectField, TextField } from '@dailies/ui/field.tsx'
import type { Input } from '../../api/call.ts'
import { Ticks } from '../../ui/choice.tsx'

type Right = 'mayComment' | 'mayGiveVerdict' | 'mayDownload' | 'watermark'

const rightItems: { value: Right; label: string; hint?: string }[] = [
  { value: 'mayComment', label: 'Comment', hint: 'Say something of a take, or of frames of it' },
  { value: 'mayGiveVerdict', label: 'Give a verdict', hint: 'Approve, or ask for changes. It moves nothing' },
  {
    value: 'mayDownload',
    label: 'Download',
    hint: 'Save the files as they were captured: without a watermark',
  },
]

/** What a link lets its guests do, besides looking. */
export function rightsText(link: Pick<Link, Right>): string {
  const all = rightItems.filter(({ value }) => link[value]).map(({ label }) => label.toLowerCase())
  const more = all.length > 0 ? `, ${all.join(', ')}` : ''
  return `May look${more}${link.watermark ? '. With a watermark' : ''}`
}

export interface LinkDraft {
  name: string
  /** Days from now; empty: as it is. */
  days: string
  rights: Right[]
  watermark: boolean
  hasPassword: boolean
  password: string
}

export const emptyLink: LinkDraft = {
  name: '',
  days: '14',
  rights: [],
  watermark: false,
  hasPassword: false,
  password: '',
}

export function draftOf(link: Link): LinkDraft {
  const rights = rightItems.map(({ value }) => value).filter((value) => link[value])
  const { name, watermark, hasPassword } = link
  return { name, days: '', rights, watermark, hasPassword, password: '' }
}

const day = 24 * 60 * 60 * 1000

/** What of a draft is sent; `hadPassword`: a password that is not typed stays as it is. */
export function bodyOf(
  { name, days, rights, watermark, hasPassword, password }: LinkDraft,
  { hadPassword = false } = {},
): Omit<Input<'createLink'>['body'], 'shows'> {
  return {
    name,
    ...(days && { expiresAt: new Date(Date.now() + Number(days) * day).toISOString() }),
    mayComment: rights.includes('mayComment'),
    mayGiveVerdict: rights.includes('mayGiveVerdict'),
    mayDownload: rights.includes('mayDownload'),
    watermark,
    ...(!hasPassword && { password: null }),
    ...(hasPassword && (password !== '' || !hadPassword) && { password }),
  }
}

export const linkFields = ['name', 'expiresAt', 'password']

const ends = [
  { value: '1', label: 'In a day' },
  { value: '3', label: 'In 3 days' },
  { value: '7', label: 'In a week' },
  { value: '14', label: 'In 2 weeks' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
]

/** What can be said of a link. */
export function LinkFields({
  values,
  set,
  fieldErrors,
  before,
}: {
  values: LinkDraft
  set: (change: Partial<LinkDraft>) => void
  fieldErrors: Record<string, string[] | undefined>
  /** Of one that there is: until when it opens, in words, and whether it has a password. */
  before?: { end: string; hasPassword: boolean }
}) {
  return (
    <>
      <TextField
        label="For whom"
        hint="Its guests see it, too."
        required
        maxLength={100}
        value={values.name}
        errors={fieldErrors.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <SelectField
        label="Ends"
        className="max-w-xs"
        options={before ? [{ value: '', label: `As it is: ${before.end}` }, ...ends] : ends}
        value={values.days}
        errors={fieldErrors.expiresAt}
        onChange={(days) => set({ days })}
      />
      <Ticks
        legend="Guests may look, and"
        items={rightItems}
        values={values.rights}
        onChange={(rights) => set({ rights })}
      />
      <CheckField
        label="Watermark"
        hint="The name of each guest is burnt into the pictures that they get, and into films where the service has ffmpeg. Over anything else the page draws it."
        checked={values.watermark}
        onChange={(event) => set({ watermark: event.target.checked })}
      />
      <CheckField
        label="Ask for a password"
        hint="Hand it on by another way than the link."
        checked={values.hasPassword}
        onChange={(event) => set({ hasPassword: event.target.checked })}
      />
      {values.hasPassword && (
        <TextField
          label="Password"
          hint={
            before?.hasPassword
              ? 'Empty leaves it as it is. With another one, guests who are in have to enter anew.'
              : '8 characters or more. Nobody can look it up later.'
          }
          autoComplete="off"
          required={!before?.hasPassword}
          minLength={8}
          maxLength={128}
          value={values.password}
          errors={fieldErrors.password}
          onChange={(event) => set({ password: event.target.value })}
        />
      )}
    </>
  )
}

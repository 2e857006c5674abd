import type { NoticeMail, NoticeSetting, NoticeSettingUpdate } from '@dailies/contract/inbox.ts'
import { CheckField, SelectField } from '@dailies/ui/field.tsx'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { outdate, query } from '../../api/queries.ts'
import { useSavedAtOnce } from '../../api/use-saved-at-once.ts'
import { Section } from '../../ui/page.tsx'

const titles: Record<NoticeSetting['kind'], string> = {
  'member.added': 'Somebody adds you to a film',
  'member.role_changed': 'Your role in a film changes',
  'member.removed': 'Somebody removes you from a film',
  'asset.selected': 'Somebody selects a take of yours',
  'asset.approved': 'Somebody approves a take of yours, or makes it final',
  'scene.completed': 'A scene of your films is complete',
  'shot.assigned': 'Somebody assigns a shot to you',
  'comment.mentioned': 'Somebody mentions you in a comment',
  'comment.replied': 'Somebody replies in a thread of yours',
  'comment.on_take': 'Somebody comments on a take of yours',
  'verdict.given': 'Somebody gives a verdict on a take of yours',
  'link.answered': 'A guest of a review link of yours comments, or gives a verdict',
  'review.completed': 'A review session that you took part in ends',
  'budget.reached': 'A film that you own has spent 80 % of its budget, or goes over it',
  'webhook.paused': 'A webhook of yours is paused',
  'backup.failed': 'You look after the installation, and a backup fails',
  'token.expiring': 'A token of yours ends within 7 days',
}

const mails: { value: NoticeMail; label: string }[] = [
  { value: 'off', label: 'No mail' },
  { value: 'soon', label: 'Mail at once' },
  { value: 'daily', label: 'Mail once a day' },
]

/** Of what one is told, and how. */
export function Notices() {
  const queryClient = useQueryClient()
  const settings = useSuspenseQuery(query('listNoticeSettings', {})).data.data
  const sendsMail = useQuery(query('readInstallation', {})).data?.data.mail ?? false
  const { wanted, change } = useSavedAtOnce<
    NoticeSettingUpdate,
    Record<NoticeSetting['kind'], NoticeSetting>
  >({
    name: 'updateNoticeSetting',
    save: (body) => call('updateNoticeSetting', { body }),
    readBack: () => outdate(queryClient, 'listNoticeSettings'),
  })
  const shown = settings.map((setting) => wanted?.[setting.kind] ?? setting)
  return (
    <div id="notices" className="scroll-mt-4">
      <Section
        title="Notices"
        description={
          sendsMail
            ? 'What comes into your inbox, and what is mailed to you. What you have read by then is not mailed.'
            : 'What comes into your inbox. This installation sends no mail.'
        }
      >
        <ul aria-label="Kinds of notices" className="flex flex-col">
          {shown.map((setting) => (
            <Notice
              key={setting.kind}
              setting={setting}
              sendsMail={sendsMail}
              onChange={(part) =>
                change({ kind: setting.kind, ...part }, { [setting.kind]: { ...setting, ...part } })
              }
            />
          ))}
        </ul>
      </Section>
    </div>
  )
}

interface NoticeProps {
  setting: NoticeSetting
  sendsMail: boolean
  onChange: (part: Partial<NoticeSetting>) => void
}

function Notice({ setting, sendsMail, onChange }: NoticeProps) {
  const title = titles[setting.kind]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-line py-2 last:border-b-0">
      <div className="min-w-0 flex-1 basis-64">
        <CheckField
          label={title}
          checked={setting.inConsole}
          onChange={(event) => onChange({ inConsole: event.target.checked })}
        />
      </div>
      {sendsMail && (
        <SelectField
          label={`Mail: ${title}`}
          hideLabel
          className="w-44"
          options={mails}
          value={setting.mail}
          onChange={(mail) => onChange({ mail })}
        />
      )}
    </li>
  )
}

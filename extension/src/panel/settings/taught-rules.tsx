import { Button, IconButton } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { useNow, When } from '@dailies/ui/time.tsx'
import { Download, Trash2, Upload } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import type { TaughtRule } from '../../teaching/rule.ts'
import { readRules, writeRules } from '../../teaching/rule-file.ts'
import { bringBackRule, removeRule } from '../../teaching/rules.ts'
import { text } from '../../texts.ts'
import { tellChange } from '../background.ts'
import { PointAtPrompt } from '../teaching/point-at-prompt.tsx'
import { Part } from '../ui/part.tsx'
import { useSetting } from '../use-setting.ts'
import { ImportRules } from './import-rules.tsx'
import { readsOf } from './reads-of.ts'

/** What was pointed at, by site; to be shared as a file. */
export function TaughtRules() {
  const setting = useSetting('taughtRules')
  const [imported, setImported] = useState<TaughtRule[]>()
  if (!setting) return null
  const rules = setting.value ?? []
  const hosts = [...new Set(rules.map(({ host }) => host))].sort()
  return (
    <Part title={text('taughtTitle')} hint={text('taughtHint')}>
      {rules.length === 0 && <p className="text-sm text-muted">{text('taughtNone')}</p>}
      {rules.length > 0 && (
        <ul aria-label={text('taughtTitle')} className="flex flex-col">
          {hosts.map((host) => (
            <HostRow key={host} host={host} rules={rules.filter((rule) => rule.host === host)} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-start gap-2">
        <PointAtPrompt />
        <span className="min-w-0 flex-1" />
        <ImportButton onRead={setImported} />
        {rules.length > 0 && (
          <Button size="small" icon={Download} onClick={() => save(rules)}>
            {text('taughtExport')}
          </Button>
        )}
      </div>
      {imported && <ImportRules rules={imported} present={rules} onClose={() => setImported(undefined)} />}
    </Part>
  )
}

function HostRow({ host, rules }: { host: string; rules: readonly TaughtRule[] }) {
  return (
    <li className="flex flex-col gap-1 border-b border-line py-2 last:border-0">
      <p className="font-medium wrap-anywhere">{host}</p>
      <ul className="flex flex-col gap-1">
        {rules.map((rule) => (
          <RuleRow key={rule.id} rule={rule} />
        ))}
      </ul>
    </li>
  )
}

function RuleRow({ rule }: { rule: TaughtRule }) {
  const now = useNow(30_000)
  const reads = readsOf(rule)
  return (
    <li className="flex items-center gap-2 text-sm">
      <div className="min-w-0 flex-1">
        <p>{text('taughtReads', reads)}</p>
        <p className="text-xs text-muted">
          {text('taughtMade')} <When at={rule.madeAt} now={now} />
          {' · '}
          {rule.matchedAt ? (
            <>
              {text('taughtMatched')} <When at={rule.matchedAt} now={now} />
            </>
          ) : (
            text('taughtNeverMatched')
          )}
        </p>
      </div>
      <IconButton
        icon={Trash2}
        size="small"
        label={text('taughtRemove', rule.host, reads)}
        onClick={({ currentTarget }) => {
          buttonAfter(currentTarget)?.focus()
          void remove(rule)
        }}
      />
    </li>
  )
}

/** That of the next rule, or after the last one the first below the list. */
function buttonAfter(button: HTMLButtonElement): HTMLElement | undefined {
  const buttons = [...(button.closest('section')?.querySelectorAll('button') ?? [])]
  return buttons[buttons.indexOf(button) + 1]
}

async function remove(rule: TaughtRule): Promise<void> {
  await removeRule(rule.id)
  await tellChange()
  const undo = async () => {
    await bringBackRule(rule)
    await tellChange()
  }
  notify(text('taughtRemoved', rule.host), {
    action: { label: text('panelUndo'), onClick: () => void undo() },
  })
}

function ImportButton({ onRead }: { onRead: (rules: TaughtRule[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (!file) return
    try {
      onRead(await readRules(file))
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { failed: true })
    }
    // The same one can be chosen again.
    target.value = ''
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label={text('taughtImport')}
        hidden
        onChange={(event) => void choose(event)}
      />
      <Button size="small" icon={Upload} onClick={() => input.current?.click()}>
        {text('taughtImport')}
      </Button>
    </>
  )
}

function save(rules: readonly TaughtRule[]): void {
  const now = new Date().toISOString()
  const address = URL.createObjectURL(new Blob([writeRules(rules, now)], { type: 'application/json' }))
  Object.assign(document.createElement('a'), {
    href: address,
    download: `dailies-rules-${now.slice(0, 10)}.json`,
  }).click()
  // When the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

import { Button } from '@dailies/ui/button.tsx'
import { SelectField } from '@dailies/ui/field.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { useState } from 'react'
import type { TaughtRule } from '../../teaching/rule.ts'
import { isSameRule } from '../../teaching/rule-file.ts'
import { keepRules } from '../../teaching/rules.ts'
import { text } from '../../texts.ts'
import { tellChange } from '../background.ts'
import { Dialog, DialogActions, DialogBody } from '../ui/dialog.tsx'
import { readsOf } from './reads-of.ts'

interface ImportRulesProps {
  rules: readonly TaughtRule[]
  /** Those that are kept already. */
  present: readonly TaughtRule[]
  onClose: () => void
}

type Clash = 'both' | 'theirs' | 'mine'

/** What is in a file of somebody else, by site, before anything of it is kept; asks where there are rules of one's own. */
export function ImportRules({ rules, present, onClose }: ImportRulesProps) {
  const [answers, setAnswers] = useState<Record<string, Clash>>({})
  const fresh = rules.filter((rule) => !present.some((own) => isSameRule(own, rule)))
  const hosts = [...new Set(fresh.map(({ host }) => host))].sort()
  const clashing = new Set(present.map(({ host }) => host))
  const answerOf = (host: string) => answers[host] ?? 'both'
  const wanted = fresh.filter(({ host }) => !clashing.has(host) || answerOf(host) !== 'mine')

  const keep = async () => {
    const instead = present.filter(({ host }) => hosts.includes(host) && answerOf(host) === 'theirs')
    await keepRules(
      wanted,
      instead.map(({ id }) => id),
    )
    await tellChange()
    notify(text('taughtImported', wanted.length))
    onClose()
  }
  return (
    <Dialog title={text('taughtImportTitle')} onClose={onClose}>
      <DialogBody>
        <p className="text-sm text-muted">
          {text(hosts.length > 0 ? 'taughtImportHint' : 'taughtImportKnown')}
        </p>
        <ul className="flex flex-col gap-3">
          {hosts.map((host) => (
            <li key={host} className="flex flex-col gap-1">
              <p className="font-medium wrap-anywhere">{host}</p>
              <ul className="text-sm text-muted">
                {fresh
                  .filter((rule) => rule.host === host)
                  .map((rule) => (
                    <li key={rule.id}>{text('taughtReads', readsOf(rule))}</li>
                  ))}
              </ul>
              {clashing.has(host) && (
                <SelectField
                  label={text('taughtClash', host)}
                  options={[
                    { value: 'both', label: text('taughtClashBoth') },
                    { value: 'theirs', label: text('taughtClashTheirs') },
                    { value: 'mine', label: text('taughtClashMine') },
                  ]}
                  value={answerOf(host)}
                  onChange={(answer) => setAnswers((before) => ({ ...before, [host]: answer }))}
                />
              )}
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>{text('panelCancel')}</Button>
        <Button look="primary" disabled={wanted.length === 0} onClick={() => void keep()}>
          {text('taughtImport')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

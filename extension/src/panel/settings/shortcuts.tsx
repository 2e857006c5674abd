import { useEffect, useState } from 'react'
import { browser } from 'wxt/browser'
import { text } from '../../texts.ts'
import { Part } from '../ui/part.tsx'

/** The keys that capture from a page, as the user has them. */
export function Shortcuts() {
  const [commands, setCommands] = useState<{ name: string; does: string; keys: string }[]>([])
  useEffect(() => {
    void browser.commands
      .getAll()
      .then((all) =>
        setCommands(
          all.flatMap(({ name, description, shortcut }) =>
            name && description ? [{ name, does: description, keys: shortcut ?? '' }] : [],
          ),
        ),
      )
  }, [])
  if (commands.length === 0) return null
  return (
    <Part title={text('panelShortcuts')} hint={text('panelShortcutsHint')}>
      <dl className="flex flex-col gap-2 text-sm">
        {commands.map(({ name, does, keys }) => (
          <div key={name} className="flex items-start gap-3">
            <dt className="min-w-0 flex-1">{does}</dt>
            <dd className="shrink-0">
              {keys ? (
                <kbd className="rounded-md border border-line bg-sunken px-1.5 py-0.5 font-mono text-xs">
                  {keys}
                </kbd>
              ) : (
                <span className="text-muted">{text('panelNoShortcut')}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}

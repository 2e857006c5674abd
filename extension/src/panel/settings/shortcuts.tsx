import { Button } from '@dailies/ui/button.tsx'
import { Keyboard } from 'lucide-react'
import { useEffect, useState } from 'react'
import { browser } from 'wxt/browser'
import { text } from '../../texts.ts'
import { Part } from '../ui/part.tsx'

/** Firefox opens its page of keys by a call, which Chrome has not. */
const { openShortcutSettings } = browser.commands as { openShortcutSettings?: () => Promise<void> }
const address = openShortcutSettings ? 'about:addons' : 'chrome://extensions/shortcuts'

/** The keys, as the user has them: another extension, or the browser itself, may have been first. */
export function Shortcuts() {
  const [commands, setCommands] = useState<{ name: string; does: string; keys: string }[]>([])
  useEffect(() => {
    const read = async () => {
      const all = await browser.commands.getAll()
      setCommands(
        all.map(({ name = '', description, shortcut = '' }) => ({
          name,
          // A browser knows what its own does.
          does: name === '_execute_action' ? text('menuPanel') : (description ?? name),
          keys: shortcut,
        })),
      )
    }
    void read()
    // They are changed in another tab.
    addEventListener('focus', read)
    return () => removeEventListener('focus', read)
  }, [])
  if (commands.length === 0) return null
  return (
    <Part title={text('panelShortcuts')} hint={text('panelShortcutsHint', address)}>
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
      <Button size="small" icon={Keyboard} className="self-start" onClick={() => void changeKeys()}>
        {text('panelShortcutsChange')}
      </Button>
    </Part>
  )
}

async function changeKeys(): Promise<void> {
  // A link to such an address leads nowhere.
  await (openShortcutSettings?.() ?? browser.tabs.create({ url: address }))
}

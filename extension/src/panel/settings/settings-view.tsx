import { LoadingRows } from '@dailies/ui/states.tsx'
import { text } from '../../texts.ts'
import { ViewHeading } from '../ui/view-heading.tsx'
import { CaptureDefaults } from './capture-defaults.tsx'
import { ConnectionPart } from './connection-part.tsx'
import { EverySite } from './every-site.tsx'
import { Platforms } from './platforms.tsx'
import { SendMediaPart } from './send-media.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { TaughtRules } from './taught-rules.tsx'
import { usePreferences } from './use-preferences.ts'

/** The connection, the preferences that the console has too, and what the browser lets the extension see. */
export function SettingsView() {
  const { preferences, change, mayChange } = usePreferences()
  return (
    <section aria-labelledby="view" className="flex flex-col gap-4">
      <ViewHeading>{text('panelSettings')}</ViewHeading>
      <ConnectionPart />
      <SendMediaPart />
      {preferences ? (
        <>
          <CaptureDefaults preferences={preferences} change={change} mayChange={mayChange} />
          <Platforms enabled={preferences.enabledPlatforms} change={change} mayChange={mayChange} />
        </>
      ) : (
        <LoadingRows rows={3} className="h-16" />
      )}
      <EverySite />
      <TaughtRules />
      <Shortcuts />
    </section>
  )
}

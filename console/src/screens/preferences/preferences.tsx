import { Check, LoaderCircle } from 'lucide-react'
import { Page } from '../../ui/page.tsx'
import { CaptureDefaults } from './capture-defaults.tsx'
import { Notices } from './notices.tsx'
import { Platforms } from './platforms.tsx'
import { ThemeChoice } from './theme-choice.tsx'
import { usePreferences } from './use-preferences.ts'

export function Preferences() {
  const { preferences, change, isSaving, isSaved } = usePreferences()
  return (
    <Page title="Preferences" actions={<Saved isSaving={isSaving} isSaved={isSaved} />}>
      <div className="grid gap-5 lg:grid-cols-2">
        <CaptureDefaults preferences={preferences} change={change} />
        <ThemeChoice />
      </div>
      <Notices />
      <Platforms enabled={preferences.enabledPlatforms} change={change} />
    </Page>
  )
}

function Saved({ isSaving, isSaved }: { isSaving: boolean; isSaved: boolean }) {
  const Icon = isSaving ? LoaderCircle : Check
  return (
    <p role="status" className="flex min-h-10 items-center gap-1.5 text-sm text-muted">
      {(isSaving || isSaved) && (
        <Icon size={16} className={isSaving ? 'animate-spin' : 'text-good'} aria-hidden />
      )}
      {isSaving ? 'Saving …' : isSaved ? 'Saved' : 'Each change is saved at once'}
    </p>
  )
}

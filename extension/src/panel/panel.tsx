import { Button } from '@dailies/ui/button.tsx'
import { NoticeList } from '@dailies/ui/notice-list.tsx'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { Unplug } from 'lucide-react'
import { useEffect } from 'react'
import type { Connection } from '../connection/connection.ts'
import { refreshRemotePreviews } from '../connection/remote-previews.ts'
import { refreshProfile } from '../place/profile.ts'
import { writeSetting } from '../store/database.ts'
import { text } from '../texts.ts'
import { CaptureBar } from './capture-bar.tsx'
import { ConnectView, Welcome } from './connect/connect-view.tsx'
import { OfferCard } from './connect/offer-card.tsx'
import { CaptureForm } from './form/capture-form.tsx'
import { Slate } from './place/slate.tsx'
import { QueueState } from './queue/queue-state.tsx'
import { QueueView } from './queue/queue-view.tsx'
import { SceneView } from './scene/scene-view.tsx'
import { SearchView } from './search/search-view.tsx'
import { ServiceProvider, useService } from './service.tsx'
import { SettingsView } from './settings/settings-view.tsx'
import { Tabs } from './tabs.tsx'
import { Banner } from './ui/states.tsx'
import { useFocusOnView } from './ui/view-heading.tsx'
import { useSetting } from './use-setting.ts'
import { hashOf, show, useView, type View } from './use-view.ts'

/** The side panel. */
export function Panel() {
  const connection = useSetting('connection')
  return (
    <>
      <OfferCard />
      {!connection ? (
        <div className="p-4">
          <LoadingRows rows={4} className="h-16" />
        </div>
      ) : connection.value ? (
        <ServiceProvider connection={connection.value}>
          <Connected connection={connection.value} />
        </ServiceProvider>
      ) : (
        <Welcome />
      )}
      {/* Above the bar below, and never as wide as a panel that was drawn wide. */}
      <NoticeList className="inset-x-2 bottom-17 z-30 mx-auto max-w-md" />
    </>
  )
}

function Connected({ connection }: { connection: Connection }) {
  const view = useView()
  useFocusOnView(hashOf(view))
  useProfile(connection.address)
  useOpenCapture()
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="sticky top-0 z-10 flex flex-col gap-2 border-b border-line bg-canvas px-3 pt-3">
        <h1 className="sr-only">{text('name')}</h1>
        <Slate />
        <Tabs view={view} />
      </header>
      <main className="mx-auto flex w-full max-w-2xl flex-1 flex-col gap-3 px-3 py-3">
        {connection.state === 'paused' && view.name !== 'connect' && <Paused />}
        {connection.state === 'connected' && <QueueState />}
        <CurrentView view={view} />
      </main>
      {(view.name === 'scene' || view.name === 'queue') && <CaptureBar />}
    </div>
  )
}

function CurrentView({ view }: { view: View }) {
  if (view.name === 'queue') return <QueueView />
  if (view.name === 'search') return <SearchView />
  if (view.name === 'settings') return <SettingsView />
  if (view.name === 'connect') return <ConnectView />
  if (view.name === 'form') return <CaptureForm key={view.id} id={view.id} />
  return <SceneView />
}

function Paused() {
  return (
    <div role="alert">
      <Banner
        tone="danger"
        icon={Unplug}
        action={
          <Button size="small" onClick={() => show({ name: 'connect' })}>
            {text('connectAgain')}
          </Button>
        }
      >
        {text('connectPaused')}
      </Banner>
    </div>
  )
}

/** Brings place, preferences and what may be shown in line with the service when the panel comes into sight. */
function useProfile(address: string): void {
  const { dailies } = useService()
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState !== 'visible') return
      refreshProfile(dailies).catch(() => undefined)
      void refreshRemotePreviews(address)
    }
    refresh()
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [dailies, address])
}

/** Shows the form of the capture that something else, such as a page's *Change*, wants to be shown. */
function useOpenCapture(): void {
  const wanted = useSetting('openCapture')?.value
  useEffect(() => {
    if (!wanted) return
    show({ name: 'form', id: wanted })
    void writeSetting('openCapture', undefined)
  }, [wanted])
}

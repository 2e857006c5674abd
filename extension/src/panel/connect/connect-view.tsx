import { text } from '../../texts.ts'
import { ViewHeading } from '../ui/view-heading.tsx'
import { useSetting } from '../use-setting.ts'
import { show } from '../use-view.ts'
import { ConnectForm } from './connect-form.tsx'

/** What somebody sees who has never connected. */
export function Welcome() {
  return (
    <main className="mx-auto flex max-w-md flex-col gap-5 px-4 py-8">
      <div className="flex flex-col items-center gap-3 text-center">
        <img src="/icon/128.png" alt="" width={64} height={64} />
        <h1 className="text-2xl font-semibold tracking-tight">{text('name')}</h1>
        <p className="text-muted">{text('connectWelcome')}</p>
      </div>
      <section
        aria-labelledby="view"
        className="flex flex-col gap-3 rounded-2xl border border-line bg-surface p-4"
      >
        <ViewHeading>{text('connectTitle')}</ViewHeading>
        <p className="text-sm text-muted">{text('connectHow')}</p>
        <ConnectForm />
      </section>
    </main>
  )
}

/** Connecting again: the token was refused, or there is a new one. */
export function ConnectView() {
  const connection = useSetting('connection')?.value
  return (
    <section aria-labelledby="view" className="flex flex-col gap-3">
      <ViewHeading>{text('connectAgainTitle')}</ViewHeading>
      <p className="text-sm text-muted">
        {connection?.state === 'paused' ? text('connectAgainHint') : text('connectOtherHint')}
      </p>
      <ConnectForm address={connection?.address ?? ''} onConnected={() => show({ name: 'scene' })} />
    </section>
  )
}

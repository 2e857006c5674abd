import type { ComponentType, FunctionComponent } from 'react'
import { part } from '../api/part.ts'
import { InPlace } from '../ui/lazy-part.tsx'
import { useTitle } from '../ui/page.tsx'
import { Failed } from '../ui/states.tsx'
import { ScreenLoading } from './fallbacks.tsx'

/**
 * A screen that is loaded when somebody goes there; what cannot be loaded says so, and never reloads the page.
 *
 * The screen's type is not asked for: screens are typed by the routes, and the routes would be by their screens.
 */
export function lazyScreen<N extends string>(
  load: () => Promise<{ [name in N]: unknown }>,
  name: N,
): FunctionComponent & { preload: () => Promise<void> } {
  const it = part(async () => (await load())[name] as ComponentType)
  const Screen = () => (
    <InPlace
      it={it}
      props={{}}
      loading={<ScreenLoading />}
      failed={(error, retry) => <NotLoaded error={error} retry={retry} />}
    />
  )
  return Object.assign(Screen, { preload: it.load })
}

function NotLoaded({ error, retry }: { error: unknown; retry: () => void }) {
  useTitle('Not loaded')
  return (
    <div className="px-4 py-12">
      <h1 className="sr-only">This could not be loaded</h1>
      <Failed error={error} onRetry={retry} />
    </div>
  )
}

import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { whenChanging, whenLimited, whenRefused, whenSignedOut } from './api/call.ts'
import { keepLooking } from './api/new-version.ts'
import { loadAllParts } from './api/part.ts'
import { askWhatOneMay, newQueryClient, outdate } from './api/queries.ts'
import { Broken } from './app/fallbacks.tsx'
import { newRouter } from './app/routes.tsx'
import { sessionEnded } from './app/session.ts'
import { keepTrackOfTyping } from './app/typed.ts'
import { changesOfBoard } from './takes/own-changes.ts'
import { Boundary } from './ui/lazy-part.tsx'
import { Toasts } from './ui/toast.tsx'
import './styles.css'

whenSignedOut(sessionEnded)
// What is brought back was undone already.
whenChanging((by) => {
  const changeMade = changesOfBoard()
  return (changeId) => by !== 'restoreAsset' && changeMade([changeId])
})
keepTrackOfTyping()
keepLooking()
/** Milliseconds after which the first screen is there, or needs the line for itself no longer. */
const settled = 3000
const queryClient = newQueryClient()
whenRefused(() => void askWhatOneMay(queryClient))
const router = newRouter(queryClient)
// It was let do more when the page was opened: where it goes now, the router knows by the account.
whenLimited(() => void outdate(queryClient, 'readAccount').then(() => router.invalidate()))
// What the screen needs is asked for while the page is drawn for the first time.
void router.load()

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    {/* Base UI must write no style elements: the Content-Security-Policy lets none through. */}
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <Tooltip.Provider delay={500}>
          <Boundary failed={(error) => <Broken error={error} />}>
            <RouterProvider router={router} />
          </Boundary>
          <Toasts />
        </Tooltip.Provider>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)

// Not before the screen that was asked for is there. Guests of a review link see no other.
if (!location.pathname.startsWith('/r/')) {
  window.addEventListener('load', () => setTimeout(() => void loadAllParts(), settled))
}

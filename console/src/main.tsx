import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { whenSignedOut } from './api/call.ts'
import { newQueryClient } from './api/queries.ts'
import { newRouter } from './app/routes.tsx'
import { sessionEnded } from './app/session.ts'
import { Toasts } from './ui/toast.tsx'
import './styles.css'

whenSignedOut(sessionEnded)
const queryClient = newQueryClient()
const router = newRouter(queryClient)

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    {/* Base UI must write no style elements: the Content-Security-Policy lets none through. */}
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <Tooltip.Provider delay={500}>
          <RouterProvider router={router} />
          <Toasts />
        </Tooltip.Provider>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)

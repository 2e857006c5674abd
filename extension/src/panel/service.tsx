import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { connect, type Dailies } from '../../../sdk/src/dailies.ts'
import type { Connection } from '../connection/connection.ts'
import { pauseConnection } from '../connection/pause.ts'
import { type ListStore, openLists } from './lists/list-store.ts'

interface Service {
  dailies: Dailies
  lists: ListStore
  /** Of a place in the console: `hrefOf('/assets/ID')`. */
  hrefOf: (path: string) => string
}

const ServiceContext = createContext<Service | undefined>(undefined)

/** What is inside can ask the service that the extension is connected to. */
export function ServiceProvider({ connection, children }: { connection: Connection; children: ReactNode }) {
  const { address, token, state } = connection
  const service = useMemo(() => openService({ address, token, state }), [address, token, state])
  return <ServiceContext value={service}>{children}</ServiceContext>
}

export function useService(): Service {
  const service = useContext(ServiceContext)
  if (!service) throw new Error('Only inside a ServiceProvider')
  return service
}

function openService({ address, token, state }: Connection): Service {
  const dailies = connect({
    baseUrl: address,
    token,
    timeout: 15_000,
    retries: 1,
    fetch: async (...request) => {
      // Asked again and again with a token that it refused, the service would answer slower and slower.
      if (state === 'paused') return Response.json({ error: 'Unauthorized' }, { status: 401 })
      const response = await fetch(...request)
      if (response.status === 401) await pauseConnection(token)
      return response
    },
  })
  return { dailies, lists: openLists(dailies), hrefOf: (path) => address + path }
}

import { useQuery } from '@tanstack/react-query'
import { query } from '../api/queries.ts'

/** By which name people know the identity provider, and who has passwords beside it; undefined where there is none. */
export function useProvider() {
  return useQuery(query('readInstallation', {})).data?.data.provider
}

/** Whether whoever signs in with a password needs a second factor here. */
export function useSecondFactorRequired(): boolean {
  return useQuery(query('readInstallation', {})).data?.data.secondFactorRequired ?? false
}

/** How whoever has no account gets one, where not everybody has a password and nobody can be invited; else undefined. */
export function useWayWithoutInvitation(): string | undefined {
  const provider = useProvider()
  return provider && provider.passwords !== 'everybody' ? `by signing in with ${provider.name}` : undefined
}

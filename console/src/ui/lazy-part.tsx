import { Component, type ComponentType, type ReactNode, useCallback, useEffect, useReducer } from 'react'
import { type Part, part } from '../api/part.ts'
import { isAway, onReach } from '../api/reach.ts'
import { Failed } from './states.tsx'

interface Places<P> {
  /** In its place until it is there. */
  loading?: ReactNode
  /** In its place when it cannot be loaded, or breaks. */
  failed?: (error: unknown, retry: () => void, props: P) => ReactNode
}

/**
 * A part of a screen that is loaded when it is first needed. Whatever becomes of it, nothing else on the screen goes
 * with it.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  places: Places<P> = {},
): ComponentType<P> {
  const it = part(load)
  const { failed = retryInPlace } = places
  return (props: P) => (
    <Boundary failed={(error, retry) => failed(error, retry, props)}>
      <InPlace it={it} props={props} {...places} />
    </Boundary>
  )
}

/** The part once it is loaded; until then, and when it cannot be, what else is to be in its place. */
export function InPlace<P extends object>({
  it,
  props,
  loading = null,
  failed = retryInPlace,
}: Places<P> & { it: Part<ComponentType<P>>; props: P }) {
  const [tries, tried] = useReducer((count: number) => count + 1, 0)
  const load = useCallback(async () => {
    await it.load()
    tried()
  }, [it])
  const Loaded = it.value()
  const isThere = Loaded !== undefined
  useEffect(() => {
    if (isThere) return
    void load()
    // What could not be loaded while the service was away comes when it is back.
    return onReach(() => {
      if (!isAway()) void load()
    })
  }, [load, isThere])
  if (Loaded) return <Loaded {...props} />
  const failure = tries > 0 ? it.failure() : undefined
  return failure ? failed(failure, () => void load(), props) : loading
}

function retryInPlace(error: unknown, retry: () => void): ReactNode {
  return <Failed error={error} onRetry={retry} />
}

interface BoundaryProps {
  failed: (error: unknown, retry: () => void) => ReactNode
  children: ReactNode
}

/** What breaks inside it takes nothing else with it. */
export class Boundary extends Component<BoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render(): ReactNode {
    const { failed, children } = this.props
    if (this.state.error === undefined) return children
    return failed(this.state.error, () => this.setState({ error: undefined }))
  }
}

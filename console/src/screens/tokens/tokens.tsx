import type { Token } from '@dailies/contract/token.ts'
import { Button } from '@dailies/ui/button.tsx'
import { CheckField } from '@dailies/ui/field.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { Switch } from '@dailies/ui/switch.tsx'
import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { call, type Reply } from '../../api/call.ts'
import { pages } from '../../api/queries.ts'
import { tokensChanged } from '../../api/tokens-changed.ts'
import { useCommands } from '../../palette/commands.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { counted } from '../../ui/counted.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Page } from '../../ui/page.tsx'
import { useAtOnce } from '../../ui/use-at-once.ts'
import { EditToken } from './edit-token.tsx'
import { NewToken } from './new-token.tsx'
import { NoTokens } from './no-tokens.tsx'
import { RotateToken } from './rotate-token.tsx'
import { ShownToken } from './shown-token.tsx'
import { TokenAudit } from './token-audit.tsx'
import { type TokenDeed, TokenRow } from './token-row.tsx'

const route = getRouteApi('/signed-in/tokens')

type Doing = { deed: 'make' } | { deed: TokenDeed; token: Token }

export function Tokens() {
  const navigate = route.useNavigate()
  const [{ show }, change] = useAtOnce(
    route.useSearch(),
    (search) => void navigate({ search, replace: true }),
  )
  const list = useSuspenseInfiniteQuery(pages('listTokens', {}))
  const tokens = list.data.pages.flatMap(({ data }) => data)
  const live = tokens.filter(({ state }) => state === 'active' || state === 'expiring')
  const ended = tokens.filter((token) => !live.includes(token))
  const shown = show === 'ended' ? [...live, ...ended] : live
  const [doing, setDoing] = useState<Doing>()
  const [made, setMade] = useState<Reply<'createToken'>['data']>()
  const make = () => setDoing({ deed: 'make' })
  useCommands(() => [{ name: 'New token', icon: Plus, run: make }])
  return (
    <Page
      title="Tokens"
      actions={
        <Button look="primary" icon={Plus} onClick={make}>
          New token
        </Button>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-muted">
          What a program shows to act for you: the browser extension, a render farm, a script. Each lives for
          90 days.
        </p>
        {ended.length > 0 && (
          <div className="flex min-h-10 items-center gap-2.5">
            <Switch
              label="Show expired and revoked ones"
              checked={show === 'ended'}
              onChange={(on) => change({ show: on ? 'ended' : undefined })}
            />
            <span aria-hidden>Expired and revoked ({ended.length})</span>
          </div>
        )}
      </div>
      {shown.length === 0 ? (
        <NoTokens isFirst={tokens.length === 0} onMake={make} />
      ) : (
        <ul aria-label="Tokens" className="rounded-2xl border border-line bg-surface">
          {shown.map((token) => (
            <TokenRow key={token.id} token={token} onDeed={(deed) => setDoing({ deed, token })} />
          ))}
        </ul>
      )}
      <LoadMore list={list} label="Show older tokens" />
      <TokenAudit names={new Map(tokens.map(({ id, name }) => [id, name]))} />
      <Doings doing={doing} onClose={() => setDoing(undefined)} onMade={setMade} />
      {made && <ShownToken made={made} onClose={() => setMade(undefined)} />}
    </Page>
  )
}

interface DoingsProps {
  doing: Doing | undefined
  onClose: () => void
  onMade: (made: Reply<'createToken'>['data']) => void
}

function Doings({ doing, onClose, onMade }: DoingsProps) {
  const made = (token: Reply<'createToken'>['data']) => {
    onClose()
    onMade(token)
  }
  if (!doing) return null
  if (doing.deed === 'make') return <NewToken onClose={onClose} onMade={made} />
  if (doing.deed === 'edit') return <EditToken token={doing.token} onClose={onClose} />
  if (doing.deed === 'rotate') return <RotateToken token={doing.token} onClose={onClose} onMade={made} />
  return <RevokeToken token={doing.token} onClose={onClose} />
}

function RevokeToken({ token, onClose }: { token: Token; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [withSuccessors, setWithSuccessors] = useState(false)
  const revoke = async () => {
    const successors = withSuccessors ? 'true' : 'false'
    const { data } = await call('revokeToken', { params: { id: token.id }, query: { successors } })
    const more = data.successors.length
    notify(
      more === 0
        ? 'The token is revoked: whatever shows it is refused from now on.'
        : `The token and ${counted(more, 'other')} are revoked: whatever shows one is refused from now on.`,
    )
    await tokensChanged(queryClient)
  }
  return (
    <Confirm open onClose={onClose} title="Revoke a token?" action="Revoke" onConfirm={revoke}>
      <p className="font-medium wrap-anywhere">{token.name}</p>
      <p>
        Whatever uses it is refused at once, on every node. That cannot be undone; make a new one instead.
      </p>
      <CheckField
        label="Also revoke what came of it"
        hint="Its successors, where it was rotated, and the tokens that were made with it. If somebody else got hold of it, do."
        checked={withSuccessors}
        onChange={(event) => setWithSuccessors(event.target.checked)}
      />
    </Confirm>
  )
}

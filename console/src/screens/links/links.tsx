import type { Link } from '@dailies/contract/link.ts'
import { Button } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { Empty } from '@dailies/ui/states.tsx'
import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Link2, Plus } from 'lucide-react'
import { useState } from 'react'
import { call, type Reply } from '../../api/call.ts'
import { outdate, pages } from '../../api/queries.ts'
import { useCommands } from '../../palette/commands.ts'
import { useMay } from '../../production/role.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Section } from '../../ui/page.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import { EditLink } from './edit-link.tsx'
import { LinkChanges } from './link-changes.tsx'
import { LinkGuests } from './link-guests.tsx'
import { type LinkDeed, LinkRow } from './link-row.tsx'
import { NewLink } from './new-link.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/links')

/** The review links of a film. */
export function Links() {
  const { projectId } = route.useParams()
  if (!useMay('editor')) return <p className="text-muted">Editors and owners make review links.</p>
  return <LinksOf key={projectId} projectId={projectId} />
}

function LinksOf({ projectId }: { projectId: string }) {
  const { film, scene, playlist } = route.useSearch()
  const navigate = route.useNavigate()
  const asked = scene ? `scene ${scene}` : playlist ? `playlist ${playlist}` : film && 'film'
  const list = useSuspenseInfiniteQuery(pages('listLinks', { params: { id: projectId } }))
  const links = list.data.pages.flatMap(({ data }) => data)
  const [making, setMaking] = useState(asked)
  const [doing, setDoing] = useState<{ deed: LinkDeed; link: Link }>()
  const [made, setMade] = useState<Reply<'createLink'>['data']>()
  const make = () => setMaking('film')
  useCommands(() => [{ name: 'New link', icon: Plus, run: make }])
  const close = () => {
    setMaking(undefined)
    setDoing(undefined)
    if (asked) void navigate({ search: {}, replace: true })
  }
  return (
    <>
      <Section
        title="Review links"
        description="Addresses by which people without an account see the film, a scene or a playlist."
        actions={
          <Button look="primary" icon={Plus} onClick={make}>
            New link
          </Button>
        }
      >
        {links.length === 0 ? (
          <Empty icon={Link2} title="No links yet" small>
            Make one for a client or a director: they give a name, look, and do what you let them do.
          </Empty>
        ) : (
          <ul aria-label="Review links" className="flex flex-col">
            {links.map((link) => (
              <LinkRow key={link.id} link={link} onDeed={(deed) => setDoing({ deed, link })} />
            ))}
          </ul>
        )}
        <LoadMore list={list} label="Show older links" />
      </Section>
      <LinkChanges projectId={projectId} />
      {making && (
        <NewLink
          projectId={projectId}
          initial={making}
          onClose={close}
          onMade={(link) => {
            close()
            setMade(link)
          }}
        />
      )}
      {doing?.deed === 'edit' && <EditLink projectId={projectId} link={doing.link} onClose={close} />}
      {doing?.deed === 'guests' && <LinkGuests projectId={projectId} link={doing.link} onClose={close} />}
      {doing?.deed === 'revoke' && <RevokeLink projectId={projectId} link={doing.link} onClose={close} />}
      {made && (
        <ShownOnce
          title="Your new link"
          name="Link"
          secret={`${location.origin}/r/${made.secret}`}
          description="It is shown this once: copy it, and send it to whom it is for."
          onClose={() => setMade(undefined)}
        />
      )}
    </>
  )
}

function RevokeLink({ projectId, link, onClose }: { projectId: string; link: Link; onClose: () => void }) {
  const queryClient = useQueryClient()
  const revoke = async () => {
    await call('revokeLink', { params: { id: projectId, linkId: link.id } })
    notify('The link is revoked: it opens nothing any more.')
    await outdate(queryClient, 'listLinks', 'listLinkChanges')
  }
  return (
    <Confirm open onClose={onClose} title="Revoke a review link?" action="Revoke" onConfirm={revoke}>
      <p className="font-medium wrap-anywhere">{link.name}</p>
      <p>
        Whoever has it sees nothing any more, at once. What guests said stays. That cannot be undone; make a
        new one instead.
      </p>
    </Confirm>
  )
}

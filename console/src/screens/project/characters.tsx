import type { Character } from '@dailies/contract/character.ts'
import { Button } from '@dailies/ui/button.tsx'
import { Empty, LoadingRows } from '@dailies/ui/states.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ArrowDownUp, Plus, Users } from 'lucide-react'
import { useState } from 'react'
import { query } from '../../api/queries.ts'
import { useMay } from '../../production/role.tsx'
import { counted } from '../../ui/counted.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { CharacterDialog } from './character-dialog.tsx'
import { CharacterMenu } from './character-menu.tsx'

const CharacterOrder = lazyPart(async () => (await import('./character-order.tsx')).CharacterOrder, {
  loading: <LoadingRows />,
})

const route = getRouteApi('/signed-in/projects/$projectId/characters')

/** Who is in the film. */
export function Characters() {
  const { projectId } = route.useParams()
  const characters = useSuspenseQuery(query('browseCharacters', { params: { id: projectId } })).data.data
  const mayBuild = useMay('editor')
  const [adding, setAdding] = useState(false)
  const [order, setOrder] = useState<'shown' | 'changing' | 'changed'>('shown')
  if (order === 'changing' && mayBuild) {
    return <CharacterOrder projectId={projectId} characters={characters} onEnd={() => setOrder('changed')} />
  }
  const add = mayBuild && (
    <Button look="primary" icon={Plus} onClick={() => setAdding(true)}>
      Add a character
    </Button>
  )
  return (
    <>
      {characters.length === 0 ? (
        <Empty icon={Users} title="No characters yet" action={add}>
          Whoever generates sees them in the browser extension, so that a face stays the same from shot to
          shot.{mayBuild && ' A screenplay brings them along: see Import.'}
        </Empty>
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="min-w-0 flex-1 basis-60 text-sm text-muted">
              {counted(characters.length, 'character')}
            </p>
            {mayBuild && (
              <div className="flex flex-wrap gap-2">
                <Button
                  icon={ArrowDownUp}
                  disabled={characters.length < 2}
                  autoFocus={order === 'changed'}
                  onClick={() => setOrder('changing')}
                >
                  Reorder
                </Button>
                {add}
              </div>
            )}
          </div>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(21rem,100%),1fr))] gap-3">
            {characters.map((character) => (
              <CharacterCard key={character.id} character={character} />
            ))}
          </ul>
        </>
      )}
      {mayBuild && <CharacterDialog projectId={projectId} open={adding} onClose={() => setAdding(false)} />}
    </>
  )
}

function CharacterCard({ character }: { character: Character }) {
  const { name, role, description } = character
  return (
    <li className="flex min-w-0 gap-2 rounded-2xl border border-line bg-surface p-4 [contain-intrinsic-size:auto_7rem] [content-visibility:auto]">
      <div className="min-w-0 flex-1">
        <h2 className="text-lg leading-snug font-semibold wrap-anywhere">{name}</h2>
        {role && <p className="text-sm text-accent wrap-anywhere">{role}</p>}
        {description && (
          <p className="mt-1.5 line-clamp-5 whitespace-pre-line text-muted wrap-anywhere">{description}</p>
        )}
      </div>
      <div className="-mt-1 -mr-2">
        <CharacterMenu character={character} />
      </div>
    </li>
  )
}

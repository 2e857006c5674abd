import { takeName } from '@dailies/ui/take-name.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Copy, Images } from 'lucide-react'
import { query } from '../../api/queries.ts'

/** Versions of the scene that are the same file, or look like it; nothing where there are none, or nobody knows. */
export function Alike({ assetId }: { assetId: string }) {
  const { data } = useQuery(query('listAlike', { params: { id: assetId } }))
  const found = data?.data ?? []
  if (found.length === 0) return null
  return (
    <ul aria-label="Alike in this scene" className="flex flex-col gap-1.5 text-sm">
      {found.map((one) => (
        <li key={one.id} className="flex items-center gap-2">
          {one.isSame ? (
            <Copy size={14} className="shrink-0 text-muted" aria-hidden />
          ) : (
            <Images size={14} className="shrink-0 text-muted" aria-hidden />
          )}
          <span>
            {one.isSame ? 'Same file as' : 'Looks like'}{' '}
            <Link to="/assets/$assetId" params={{ assetId: one.id }} className="underline underline-offset-2">
              {takeName(one)}
            </Link>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** To what looks like it in all films. */
export function LooksLikeThis({ assetId }: { assetId: string }) {
  return (
    <Link
      to="/search"
      search={{ like: assetId }}
      className="flex items-center gap-2 self-start text-sm underline underline-offset-2"
    >
      <Images size={14} className="shrink-0 text-muted" aria-hidden />
      What looks like this in all films
    </Link>
  )
}

import { Link } from '@tanstack/react-router'
import { Slate } from '../ui/page.tsx'

/** The way to the takes of a shot, from anywhere in the row that it is of: the nearest element that is `relative`. */
export function ShotLink({
  sceneDbId,
  shot: { id, shotCode },
}: {
  sceneDbId: string
  shot: { id: string; shotCode: string }
}) {
  return (
    <Link
      to="/scenes/$sceneId"
      params={{ sceneId: sceneDbId }}
      search={{ shotId: id }}
      className="wrap-anywhere after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
    >
      <span className="sr-only">Shot </span>
      <Slate>{shotCode}</Slate>
    </Link>
  )
}

import { buttonLook } from '@dailies/ui/button.tsx'
import { Link } from '@tanstack/react-router'
import { Link2 } from 'lucide-react'
import { useMay } from './role.tsx'

interface ReviewLinkProps {
  projectId: string
  /** What the link is to show: `scene` and `playlist` by their ids. */
  shows: { film: 'yes' } | { scene: string } | { playlist: string }
}

/** To where a review link of it is made; nothing for those who make none. */
export function ReviewLink({ projectId, shows }: ReviewLinkProps) {
  if (!useMay('editor')) return null
  return (
    <Link to="/projects/$projectId/links" params={{ projectId }} search={shows} className={buttonLook()}>
      <Link2 size={16} aria-hidden />
      Review link
    </Link>
  )
}

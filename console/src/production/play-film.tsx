import { buttonLook } from '@dailies/ui/button.tsx'
import { Link, useRouter } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { useEffect } from 'react'
import { idle } from '../api/part.ts'

interface PlayFilmProps {
  projectId: string
  /** What of the film is played: an act or a scene; else all of it. */
  part?: { act: string } | { scene: string }
  look?: 'primary' | 'plain' | 'quiet'
  size?: 'normal' | 'small'
  label?: string
}

/** Goes to the film, which begins at once: its code is loaded while nobody has pressed yet. */
export function PlayFilm({ projectId, part, look, size, label }: PlayFilmProps) {
  const router = useRouter()
  useEffect(() => {
    void idle().then(() => router.loadRouteChunk(router.routesByPath['/projects/$projectId/film']))
  }, [router])
  return (
    <Link
      to="/projects/$projectId/film"
      params={{ projectId }}
      search={{ ...part, play: 'now' }}
      aria-label={label}
      className={buttonLook(look, size)}
    >
      <Play size={size === 'small' ? 14 : 16} aria-hidden />
      Play
    </Link>
  )
}

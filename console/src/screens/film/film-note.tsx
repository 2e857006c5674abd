import { IconButton } from '@dailies/ui/button.tsx'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Composer } from '../../comments/composer.tsx'
import { versionName } from '../../takes/version-name.ts'
import type { FilmNote as Note } from './use-film-notes.ts'

interface FilmNoteProps {
  note: Note
  projectId: string
  onClose: () => void
}

/** Something is said of a frame of the film: it becomes a comment on the take. */
export function FilmNote({ note, projectId, onClose }: FilmNoteProps) {
  const { entry, stage, range } = note
  const box = useRef<HTMLTextAreaElement>(null)
  const { sceneId, shotCode, version } = entry
  // Each time that somebody asks for it: what they type is for the box, and no key of the film.
  useEffect(() => {
    if (note.draws) note.stage.draw()
    else box.current?.focus()
  }, [note])
  if (!version) return null
  const place = [`Scene ${sceneId}`, shotCode, versionName(version)].filter(Boolean).join(' · ')
  return (
    <section
      aria-label={`Comment on ${place}`}
      className="flex flex-col gap-2 rounded-2xl border border-line bg-surface p-3"
    >
      <div className="flex items-center justify-between gap-2">
        <p className="text-sm text-muted wrap-anywhere">{place}</p>
        <IconButton icon={X} label="Close the comment" size="small" onClick={onClose} />
      </div>
      <Composer
        assetId={version.assetVersionId}
        projectId={projectId}
        stage={stage}
        at={range}
        box={box}
        onSent={onClose}
      />
    </section>
  )
}

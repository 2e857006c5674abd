import type { Storage } from '@dailies/contract/media.ts'
import { Button } from '@dailies/ui/button.tsx'
import { Link } from '@tanstack/react-router'
import { Gauge } from 'lucide-react'
import { useState } from 'react'
import { bytesText } from '../../ui/bytes.ts'
import { counted } from '../../ui/counted.ts'
import { Section } from '../../ui/page.tsx'
import { QuotaDialog } from './quota-dialog.tsx'

type Project = Storage['projects'][number]

/** How much the media of each project take, and may take. */
export function Projects({ projects }: { projects: Project[] }) {
  const [edited, setEdited] = useState<Project>()
  const byBytes = projects.toSorted((one, other) => other.bytes - one.bytes)
  const most = Math.max(1, ...projects.map(({ bytes }) => bytes))
  return (
    <Section
      title="By project"
      description="The largest first. A file that two projects have counts for both."
    >
      {projects.length === 0 ? (
        <p className="text-sm text-muted">There is no project yet.</p>
      ) : (
        <ul aria-label="Projects" className="flex flex-col">
          {byBytes.map((project) => (
            <Row key={project.id} project={project} most={most} onEdit={() => setEdited(project)} />
          ))}
        </ul>
      )}
      {edited && <QuotaDialog key={edited.id} project={edited} onClose={() => setEdited(undefined)} />}
    </Section>
  )
}

function Row({ project, most, onEdit }: { project: Project; most: number; onEdit: () => void }) {
  const { id, name, files, bytes, quotaBytes, waiting, lost } = project
  const isFull = quotaBytes !== null && bytes >= quotaBytes * 0.9
  const parts = [
    counted(files, 'file'),
    waiting > 0 && `${waiting.toLocaleString()} only a link`,
    lost > 0 && `${lost.toLocaleString()} lost`,
  ]
  const isOver = quotaBytes !== null && bytes >= quotaBytes
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Link
            to="/projects/$projectId"
            params={{ projectId: id }}
            className="font-medium wrap-anywhere underline-offset-2 hover:underline"
          >
            {name}
          </Link>
          <span className="text-sm tabular-nums">
            {bytesText(bytes)}
            {quotaBytes !== null && <span className="text-muted"> of {bytesText(quotaBytes)}</span>}
          </span>
        </p>
        <div aria-hidden className="mt-1 h-2 overflow-hidden rounded-full bg-sunken">
          <div
            className={`h-full rounded-full ${isFull ? 'bg-danger' : 'bg-accent'}`}
            style={{ width: `${(bytes / Math.max(most, quotaBytes ?? 0)) * 100}%` }}
          />
        </div>
        <p className="mt-1 text-sm text-muted">{parts.filter(Boolean).join(' · ')}</p>
        {isOver && <p className="text-sm text-danger">Its quota is used up: nothing more is kept.</p>}
      </div>
      <Button size="small" icon={Gauge} onClick={onEdit} aria-label={`Quota of ${name.slice(0, 80)}`}>
        Quota
      </Button>
    </li>
  )
}

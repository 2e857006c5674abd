import type { ProjectOverview } from '@dailies/contract/production.ts'
import type { ProjectStatus } from '@dailies/contract/project.ts'
import { mayAs } from '@dailies/contract/project-role.ts'
import { IconButton } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Archive, ArchiveRestore, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { keyOf, outdate, query } from '../api/queries.ts'
import { useCommands } from '../palette/commands.ts'
import { Confirm } from '../ui/confirm.tsx'
import { errorText } from '../ui/error-text.ts'
import { Menu } from '../ui/menu.tsx'
import type { MenuEntry } from '../ui/menu-at.tsx'
import { ProjectDialog } from './project-dialog.tsx'
import { restoreFromTrash } from './restore-from-trash.ts'

interface ProjectMenuProps {
  project: ProjectOverview
  look?: 'quiet' | 'plain'
  /** The screen is of it. */
  ofScreen?: boolean
  /** Called before what is known of it is forgotten: whoever shows it goes elsewhere. */
  onDeleted?: () => Promise<void>
}

/** What can be done with a project as a whole: nothing by who only looks at it. */
export function ProjectMenu({ project, look = 'quiet', ofScreen = false, onDeleted }: ProjectMenuProps) {
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const setStatus = useSetStatus(project)
  const remove = useRemove(project, onDeleted)
  const archived = project.status === 'ARCHIVED'
  const close = () => setOpen(undefined)
  const mayEdit = mayAs(project.role, 'editor')
  const items: MenuEntry[] = [
    { label: 'Edit', icon: Pencil, onSelect: () => setOpen('edit') },
    archived
      ? { label: 'Bring back', icon: ArchiveRestore, onSelect: () => void setStatus('DEVELOPMENT') }
      : { label: 'Archive', icon: Archive, onSelect: () => void setStatus('ARCHIVED') },
    ...(mayAs(project.role, 'owner')
      ? ([
          'line',
          { label: 'Delete', icon: Trash2, danger: true, onSelect: () => setOpen('delete') },
        ] as const)
      : []),
  ]
  useCommands(() =>
    ofScreen && mayEdit
      ? items
          .filter((item) => item !== 'line')
          .map(({ label, icon, onSelect }) => ({ name: label, of: project.name, icon, run: onSelect }))
      : [],
  )
  if (!mayEdit) return null
  return (
    <>
      <Menu
        trigger={<IconButton icon={Ellipsis} label={`More for ${project.name}`} tip="More" look={look} />}
        items={items}
      />
      <ProjectDialog open={open === 'edit'} onClose={close} project={project} />
      <Confirm
        open={open === 'delete'}
        onClose={close}
        title="Delete the project?"
        action="Delete"
        typed={{ label: 'Type its name', text: project.name }}
        onConfirm={remove}
      >
        <p>
          <strong className="break-words whitespace-pre-wrap">{project.name}</strong> goes into the trash,
          with its scenes, shots, characters, prompt packages and all takes. Nobody sees it any more, and its
          owners can restore it from there until its time is over.
        </p>
        {!archived && (
          <p className="text-muted">To have it out of the way and lose nothing, archive it instead.</p>
        )}
      </Confirm>
    </>
  )
}

/** Archives, or brings back: at once, and to be undone. */
function useSetStatus(project: ProjectOverview) {
  const queryClient = useQueryClient()
  const { id, name } = project
  const set = async (status: ProjectStatus) => {
    const { data } = await call('updateProject', { params: { id }, body: { status } })
    queryClient.setQueryData(query('readProject', { params: { id } }).queryKey, { data, metadata: {} })
    await outdate(queryClient, 'browseProjects')
  }
  const undo = (status: ProjectStatus) =>
    set(status).catch((error) => notify(errorText(error), { failed: true }))
  return async (status: ProjectStatus) => {
    const before = project.status
    try {
      await set(status)
      const text = status === 'ARCHIVED' ? `“${name}” is archived` : `“${name}” is back, in development`
      notify(text, { action: { label: 'Undo', onClick: () => void undo(before) } })
    } catch (error) {
      notify(errorText(error), { failed: true })
    }
  }
}

function useRemove({ id, name }: ProjectOverview, onDeleted?: () => Promise<void>) {
  const queryClient = useQueryClient()
  const changed = () => outdate(queryClient, 'browseProjects', 'listDeletedProjects')
  const restore = async () => {
    await restoreFromTrash(`“${name}”`, {
      restore: () => call('restoreProject', { params: { id } }),
      read: () => call('readProject', { params: { id } }),
    })
    void changed()
  }
  return async () => {
    await call('deleteProject', { params: { id }, query: { name } })
    await onDeleted?.()
    queryClient.removeQueries({ queryKey: keyOf('readProject', { params: { id } }) })
    void changed()
    notify(`“${name}” is in the trash`, { action: { label: 'Undo', onClick: () => void restore() } })
  }
}

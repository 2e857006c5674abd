import type { SceneOverview } from '@dailies/contract/production.ts'
import { IconButton } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, Link2, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useCommands } from '../palette/commands.ts'
import { Confirm } from '../ui/confirm.tsx'
import { counted } from '../ui/counted.ts'
import { Menu } from '../ui/menu.tsx'
import type { MenuEntry } from '../ui/menu-at.tsx'
import { useProductionChanged } from './production-changed.ts'
import { restoreFromTrash } from './restore-from-trash.ts'
import { useMay } from './role.tsx'
import { SceneDialog } from './scene-dialog.tsx'

interface SceneMenuProps {
  projectId: string
  scene: SceneOverview
  /** The screen is of it. */
  ofScreen?: boolean
  /** Called before what is known of it is asked for again: whoever shows it goes elsewhere. */
  onDeleted: (id: string) => void | Promise<void>
}

/** What can be done with a scene. */
export function SceneMenu({ projectId, scene, ofScreen = false, onDeleted }: SceneMenuProps) {
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const changed = useProductionChanged()
  const close = () => setOpen(undefined)
  const { id, sceneId, versionCount, shotCount } = scene
  const mayBuild = useMay('editor')
  const navigate = useNavigate()
  const name = `Scene ${sceneId}`
  const restore = async () => {
    await restoreFromTrash(name, {
      restore: () => call('restoreScene', { params: { id } }),
      read: () => call('readScene', { params: { id } }),
    })
    void changed()
  }
  const remove = async () => {
    await call('deleteScene', { params: { id }, query: { sceneId } })
    await onDeleted(id)
    void changed()
    notify(`${name} is in the trash`, { action: { label: 'Undo', onClick: () => void restore() } })
  }
  const items: MenuEntry[] = [
    { label: 'Edit', icon: Pencil, onSelect: () => setOpen('edit') },
    {
      label: 'Make a review link',
      icon: Link2,
      onSelect: () =>
        void navigate({ to: '/projects/$projectId/links', params: { projectId }, search: { scene: id } }),
    },
    'line',
    { label: 'Delete', icon: Trash2, danger: true, onSelect: () => setOpen('delete') },
  ]
  useCommands(() =>
    ofScreen && mayBuild
      ? items
          .filter((item) => item !== 'line')
          .map(({ label, icon, onSelect }) => ({
            name: label === 'Make a review link' ? label : `${label} scene`,
            of: name,
            icon,
            run: onSelect,
          }))
      : [],
  )
  if (!mayBuild) return null
  return (
    <>
      <Menu
        trigger={<IconButton icon={Ellipsis} label={`More for scene ${sceneId}`} tip="More" />}
        items={items}
      />
      {open && (
        <>
          <SceneDialog open={open === 'edit'} onClose={close} scene={scene} />
          <Confirm
            open={open === 'delete'}
            onClose={close}
            title={`Delete scene ${sceneId}?`}
            action="Delete"
            onConfirm={remove}
          >
            <p>
              Scene <strong className="wrap-anywhere">{sceneId}</strong> goes into the trash, with{' '}
              {counted(shotCount, 'shot')} and {counted(versionCount, 'take')}. It can be restored from there
              until its time is over.
            </p>
          </Confirm>
        </>
      )}
    </>
  )
}

import type { SceneOverview, ShotOverview } from '@dailies/contract/production.ts'
import { IconButton } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { getRouteApi } from '@tanstack/react-router'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useProductionChanged } from '../../production/production-changed.ts'
import { useMay } from '../../production/role.tsx'
import { ShotDialog } from '../../production/shot-dialog.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { counted } from '../../ui/counted.ts'
import { Menu } from '../../ui/menu.tsx'

const route = getRouteApi('/signed-in/projects/$projectId')

/** What can be done with a shot. */
export function ShotMenu({ scene, shot }: { scene: SceneOverview; shot: ShotOverview }) {
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const changed = useProductionChanged()
  const mayBuild = useMay('editor')
  const close = () => setOpen(undefined)
  const { projectId } = route.useParams()
  const { id, shotCode, versionCount } = shot
  const remove = async () => {
    await call('deleteShot', { params: { id } })
    void changed()
    notify(`Shot ${shotCode} is deleted`)
  }
  if (!mayBuild) return null
  return (
    <>
      <Menu
        trigger={<IconButton icon={Ellipsis} label={`More for shot ${shotCode}`} tip="More" />}
        items={[
          { label: 'Edit', icon: Pencil, onSelect: () => setOpen('edit') },
          'line',
          { label: 'Delete', icon: Trash2, danger: true, onSelect: () => setOpen('delete') },
        ]}
      />
      <ShotDialog projectId={projectId} scene={scene} open={open === 'edit'} onClose={close} shot={shot} />
      <Confirm
        open={open === 'delete'}
        onClose={close}
        title={`Delete shot ${shotCode}?`}
        action="Delete"
        onConfirm={remove}
      >
        {versionCount > 0 ? (
          <p>
            Its {counted(versionCount, 'take')} stay in scene{' '}
            <span className="wrap-anywhere">{scene.sceneId}</span>, without a shot. Its winners are winners no
            longer.
          </p>
        ) : (
          <p>It has no takes.</p>
        )}
      </Confirm>
    </>
  )
}

import type { SceneOverview } from '@dailies/contract/production.ts'
import { IconButton } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { getRouteApi } from '@tanstack/react-router'
import { Ellipsis, Link2, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useProductionChanged } from '../../production/production-changed.ts'
import { useMay } from '../../production/role.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { counted } from '../../ui/counted.ts'
import { Menu } from '../../ui/menu.tsx'
import { SceneDialog } from './scene-dialog.tsx'

const route = getRouteApi('/signed-in/projects/$projectId')

/** What can be done with a scene. */
export function SceneMenu({ scene }: { scene: SceneOverview }) {
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const changed = useProductionChanged()
  const close = () => setOpen(undefined)
  const { id, sceneId, versionCount, shotCount } = scene
  const mayBuild = useMay('editor')
  const { projectId } = route.useParams()
  const navigate = route.useNavigate()
  const remove = async () => {
    await call('deleteScene', { params: { id }, query: { sceneId } })
    void changed()
    notify(`Scene ${sceneId} is deleted`)
  }
  if (!mayBuild) return null
  return (
    <>
      <Menu
        trigger={<IconButton icon={Ellipsis} label={`More for scene ${sceneId}`} tip="More" />}
        items={[
          { label: 'Edit', icon: Pencil, onSelect: () => setOpen('edit') },
          {
            label: 'Make a review link',
            icon: Link2,
            onSelect: () =>
              void navigate({
                to: '/projects/$projectId/links',
                params: { projectId },
                search: { scene: id },
              }),
          },
          'line',
          { label: 'Delete', icon: Trash2, danger: true, onSelect: () => setOpen('delete') },
        ]}
      />
      {open && (
        <>
          <SceneDialog open={open === 'edit'} onClose={close} scene={scene} />
          <Confirm
            open={open === 'delete'}
            onClose={close}
            title={`Delete scene ${sceneId}?`}
            action="Delete for good"
            {...(versionCount > 0 && { typed: { label: 'Type its number', text: sceneId } })}
            onConfirm={remove}
          >
            {versionCount > 0 ? (
              <p>
                Scene <strong className="wrap-anywhere">{sceneId}</strong> goes for good, with{' '}
                {counted(shotCount, 'shot')} and {counted(versionCount, 'take')}.
              </p>
            ) : (
              <p>It has no takes. {shotCount > 0 && `Its ${counted(shotCount, 'shot')} go with it.`}</p>
            )}
          </Confirm>
        </>
      )}
    </>
  )
}

import { Button, IconButton } from '@dailies/ui/button.tsx'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useCommands } from '../palette/commands.ts'
import { useMay } from '../production/role.tsx'
import type { Exported } from './exported.ts'
import { ExportDialog } from './lazy-export-dialog.ts'

interface ExportButtonProps {
  projectId: string
  what: Exported
  disabled?: boolean
  /** Where there is little room: the picture alone. */
  small?: boolean
}

/** Hands something over to the edit; nothing for those who may not. */
export function ExportButton({ projectId, what, disabled, small }: ExportButtonProps) {
  const [open, setOpen] = useState(false)
  const mayExport = useMay('editor')
  useCommands(() =>
    mayExport && !disabled ? [{ name: 'Export …', icon: Download, run: () => setOpen(true) }] : [],
  )
  if (!mayExport) return null
  return (
    <>
      {small ? (
        <IconButton
          icon={Download}
          label="Export"
          tip="Export"
          disabled={disabled}
          onClick={() => setOpen(true)}
        />
      ) : (
        <Button icon={Download} disabled={disabled} onClick={() => setOpen(true)}>
          Export
        </Button>
      )}
      {open && <ExportDialog onClose={() => setOpen(false)} projectId={projectId} what={what} mayAsk />}
    </>
  )
}

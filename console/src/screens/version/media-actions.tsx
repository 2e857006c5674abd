import type { AssetVersion } from '@dailies/contract/board.ts'
import { Button } from '@dailies/ui/button.tsx'
import { HardDriveDownload, RotateCw } from 'lucide-react'
import { useKeepMedia } from '../../takes/use-keep-media.ts'
import { AddFiles } from '../../uploads/add-files.tsx'

interface MediaActionsProps {
  version: Pick<AssetVersion, 'id' | 'outputUrl' | 'media'>
  onFiles: (files: File[]) => void
}

/** What can be done about media that are not kept. */
export function MediaActions({ version: { id, outputUrl, media }, onFiles }: MediaActionsProps) {
  return (
    <div className="flex flex-wrap justify-center gap-2">
      {(media || outputUrl) && <KeepNow id={id} isLost={media?.state === 'lost'} />}
      <AddFiles label="Send the file" onFiles={onFiles} />
    </div>
  )
}

function KeepNow({ id, isLost }: { id: string; isLost: boolean }) {
  const keep = useKeepMedia()
  return (
    <Button
      size="small"
      look="primary"
      icon={isLost ? RotateCw : HardDriveDownload}
      busy={keep.isPending}
      onClick={() => keep.mutate({ id })}
    >
      {isLost ? 'Try again' : 'Keep now'}
    </Button>
  )
}

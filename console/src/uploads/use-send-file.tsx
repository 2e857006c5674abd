import type { AssetType } from '@dailies/contract/asset-version.ts'
import type { AssetVersion } from '@dailies/contract/board.ts'
import { kindOfFile } from '@dailies/reading/file-kind.ts'
import { assetTypeLabels } from '@dailies/ui/badges.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { takeName } from '@dailies/ui/take-name.ts'
import { type ReactNode, useState } from 'react'
import { Confirm } from '../ui/confirm.tsx'
import { cut } from '../ui/cut.ts'
import { sendMedia } from './send-uploads.ts'

interface SendFile {
  sendFile: (files: readonly File[]) => void
  question: ReactNode
}

/** What sends a file as the media of a version; asks first where it is of another type, for it cannot be exchanged. */
export function useSendFile(version: AssetVersion): SendFile {
  const [asked, setAsked] = useState<File>()
  const name = takeName(version)
  const what = assetTypeLabels[version.assetType].toLowerCase()
  const send = (file: File) => sendMedia(file, { id: version.id, name })
  const sendFile = ([file, ...others]: readonly File[]) => {
    const problem = hindrance(version, file, others.length)
    if (problem) return notify(problem, { failed: true })
    if (!file) return
    if (fitsType(file, version.assetType)) send(file)
    else setAsked(file)
  }
  const question = (
    <Confirm
      open={asked !== undefined}
      onClose={() => setAsked(undefined)}
      title={`Send it as the file of ${name}?`}
      action="Send it anyway"
      onConfirm={async () => asked && send(asked)}
    >
      <p className="wrap-anywhere">
        “{asked && cut(asked.name, 80)}” does not look like what {name} is: {what}. Once a version has its
        file, it is never exchanged.
      </p>
    </Confirm>
  )
  return { sendFile, question }
}

/** Why nothing is sent, in words. */
function hindrance(version: AssetVersion, file: File | undefined, others: number): string | undefined {
  const asTakes = 'Drop files on the scene to add them as takes.'
  if (version.media?.state === 'kept')
    return `${takeName(version)} has its file, which is never exchanged. ${asTakes}`
  if (others > 0) return `A version has one file. ${asTakes}`
  return file?.size === 0 ? `“${cut(file.name, 80)}” is empty: nothing was sent.` : undefined
}

/** Whether a version of the type may well have such a file; of a type that says nothing every one may be. */
function fitsType(file: File, assetType: AssetType): boolean {
  return (kindOfType[assetType] ?? kindOfFile(file)) === kindOfFile(file)
}

const kindOfType: Partial<Record<AssetType, ReturnType<typeof kindOfFile>>> = {
  IMAGE: 'image',
  STORYBOARD: 'image',
  VIDEO: 'video',
  AUDIO: 'audio',
  MUSIC: 'audio',
  VOICE: 'audio',
  NARRATION: 'audio',
}

import { assetTypeLabels } from '@dailies/ui/badges.tsx'
import { Button } from '@dailies/ui/button.tsx'
import { SelectField, TextAreaField } from '@dailies/ui/field.tsx'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { query } from '../api/queries.ts'
import { bytesText } from '../ui/bytes.ts'
import { counted } from '../ui/counted.ts'
import { Actions, Dialog } from '../ui/dialog.tsx'
import { assetTypeOf, spokenName } from './file-type.ts'
import { addTakes } from './uploads.ts'

/** What takes are filed under that were made on no platform of the catalogue. */
const byHand = { value: 'upload', label: 'Upload' }

/** So many are listed by name. */
const mostListed = 200

interface AddTakesDialogProps {
  projectId: string
  /** Number of the scene. */
  sceneId: string
  shots: readonly { id: string; shotCode: string }[]
  /** Undefined while there is nothing to add. */
  asked: { files: File[]; shotId: string | undefined } | undefined
  onClose: () => void
}

/** A take of an empty file would have no media. */
function withBytes(files: readonly File[]): File[] {
  return files.filter(({ size }) => size > 0)
}

/** Asks what files are that were dropped or chosen, and makes a take of each. */
export function AddTakesDialog({ asked, onClose, ...place }: AddTakesDialogProps) {
  return (
    <Dialog
      open={asked !== undefined}
      onClose={onClose}
      title={asked ? `Add ${counted(withBytes(asked.files).length, 'take')} to scene ${place.sceneId}` : ''}
    >
      {asked && <Form {...place} {...asked} onEnd={onClose} />}
    </Dialog>
  )
}

interface FormProps extends Pick<AddTakesDialogProps, 'projectId' | 'sceneId' | 'shots'> {
  files: File[]
  shotId: string | undefined
  onEnd: () => void
}

function Form({ projectId, sceneId, shots, files, shotId: wanted, onEnd }: FormProps) {
  const taken = withBytes(files)
  const isOne = taken.length === 1
  const [platformKey, setPlatform] = useState(byHand.value)
  const [shotId, setShot] = useState(wanted ?? '')
  const [prompt, setPrompt] = useState(isOne ? spokenName(taken[0]!) : '')
  const platforms = useQuery(query('browsePlatforms', {}))
  const options = [
    byHand,
    ...(platforms.data?.data ?? []).map(({ slug, name }) => ({ value: slug, label: name })),
  ]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const platformLabel = platformKey === byHand.value ? byHand.label : undefined
    const shot = shots.find(({ id }) => id === shotId)
    addTakes(taken, { projectId, sceneId, shot, platformKey, platformLabel, prompt })
    onEnd()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <ul
        aria-label="Files"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard could not scroll
        tabIndex={0}
        className="flex max-h-48 flex-col gap-1 overflow-y-auto rounded-lg bg-sunken px-3 py-2 text-sm"
      >
        {files.slice(0, mostListed).map((file) => (
          <li key={`${file.name} ${file.size} ${file.lastModified}`} className="flex items-baseline gap-3">
            <span className="min-w-0 flex-1 truncate" title={file.name}>
              {file.name}
            </span>
            <span className="shrink-0 text-muted">
              {file.size > 0
                ? `${assetTypeLabels[assetTypeOf(file)]}, ${bytesText(file.size)}`
                : 'Empty: it is left out'}
            </span>
          </li>
        ))}
        {files.length > mostListed && <li className="text-muted">and {files.length - mostListed} more</li>}
      </ul>
      <TextAreaField
        label={isOne ? 'Prompt' : 'Prompt of all of them'}
        hint={isOne ? undefined : 'Without it each has the name of its file.'}
        maxLength={100_000}
        value={prompt}
        onChange={({ target }) => setPrompt(target.value)}
      />
      <SelectField
        label="Made on"
        hint="Where none of the platforms made it, leave “Upload”."
        options={options}
        value={platformKey}
        onChange={setPlatform}
      />
      {shots.length > 0 && (
        <SelectField
          label="Shot"
          options={[
            { value: '', label: 'No shot' },
            ...shots.map(({ id, shotCode }) => ({ value: id, label: shotCode })),
          ]}
          value={shotId}
          onChange={setShot}
        />
      )}
      <Actions sticky>
        <Button onClick={onEnd}>Cancel</Button>
        <Button type="submit" look="primary" disabled={taken.length === 0}>
          Add {counted(taken.length, 'take')}
        </Button>
      </Actions>
    </form>
  )
}

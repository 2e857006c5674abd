import { useInfiniteQuery } from '@tanstack/react-query'
import { pages } from '../api/queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ExportList } from './export-list.tsx'
import { type Exported, nameOf } from './exported.ts'
import { NewExport } from './new-export.tsx'

/** How often it is looked how far one is, in milliseconds. */
const lookAgain = 1000

interface Props {
  onClose: () => void
  projectId: string
  what: Exported
  mayAsk: boolean
}

/** What is handed over to the edit: asked for, and had. */
export function ExportDialog({ onClose, ...rest }: Props) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Export"
      width="wide"
      description={`Media, the cut for editing programs, and where each take comes from, in one ZIP: ${nameOf(rest.what)}.`}
    >
      <Exports {...rest} />
    </Dialog>
  )
}

function Exports({ projectId, what, mayAsk }: Omit<Props, 'onClose'>) {
  const list = useInfiniteQuery({
    ...pages('listExports', { params: { id: projectId } }),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(({ state }) => state === 'preparing'))
        ? lookAgain
        : false,
  })
  const exports = list.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <div className="flex flex-col gap-6">
      {mayAsk && <NewExport projectId={projectId} what={what} earlier={exports} />}
      <ExportList list={list} exports={exports} mayChange={mayAsk} />
    </div>
  )
}

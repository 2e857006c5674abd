import { useMay } from '../../production/role.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type KeyRow, KeysList } from '../../ui/keys-list.tsx'

const keys: KeyRow[] = [
  [['X'], 'Reject it'],
  [['S', 'P'], 'Shortlist it'],
  [['U'], 'No flag'],
  [['1', '…', '5'], 'Stars'],
  [['0'], 'No stars'],
  [['Z', 'Ctrl Z'], 'Take the last mark back'],
  [['→', 'Space'], 'The next take'],
  [['←', 'Shift Space'], 'The take before'],
  [['Home', 'End'], 'The first take, the last one that is loaded'],
  [['K'], 'Play or pause its film or sound'],
  [['?'], 'Show these keys'],
]

const ofEditors: KeyRow[] = [
  [['Shift X', 'Shift S', 'Shift U'], 'The same flags for the film'],
  [['Shift 1', '…', 'Shift 0'], 'The same stars for the film'],
]

/** What the keyboard does while one goes through takes. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const mayMarkFilm = useMay('editor')
  return (
    <Dialog open={open} onClose={onClose} title="Keys of the triage">
      <KeysList rows={mayMarkFilm ? [...keys, ...ofEditors] : keys} />
    </Dialog>
  )
}

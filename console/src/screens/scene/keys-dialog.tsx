import { useMay } from '../../production/role.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type KeyRow, KeysList } from '../../ui/keys-list.tsx'

const keys: KeyRow[] = [
  [['←', '→', '↑', '↓'], 'Move between takes'],
  [['Home', 'End'], 'First take, last take'],
  [['Page Up', 'Page Down'], 'A screen up or down'],
  [['Space', 'Enter'], 'Open the take'],
  [['S'], 'Select it as the winner, or drop it'],
  [['A'], 'Approve it; selects it first'],
  [['G'], 'Compare group'],
  [['C'], 'Into the comparison tray, or out of it'],
  [['P'], 'Play or pause its sound'],
  [[',', '.'], 'Through the frames of its film'],
  [['N'], 'Show the new takes'],
  [['/'], 'Search in prompts and titles'],
  [['Ctrl K'], 'Search in all films, from any screen'],
  [['[', ']'], 'Previous scene, next scene'],
  [['I'], 'Your inbox, from any screen'],
  [['M'], 'My shots, from any screen'],
  [['?'], 'Show these keys'],
]

/** Of those who may decide. */
const deciding = ['S', 'A', 'G']

/** What the keyboard does on the board. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const mayDecide = useMay('editor')
  const shown = keys.filter(([names]) => mayDecide || !names.some((name) => deciding.includes(name)))
  return (
    <Dialog open={open} onClose={onClose} title="Keys of the board">
      <KeysList rows={shown} />
    </Dialog>
  )
}

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
  [['C'], 'Choose it, or no more: to compare, or to change many at once'],
  [['Ctrl A'], 'Choose all that are loaded'],
  [['Ctrl Z'], 'Undo what you changed last on the board'],
  [['P'], 'Play or pause its sound'],
  [[',', '.'], 'Through the frames of its film'],
  [['N'], 'Show the new takes'],
  [['T'], 'Go through the takes one by one, and mark them'],
  [['V'], 'From the grid to the list, and back'],
  [['K'], 'Stack the takes of each shot, and back'],
  [['E'], 'Open the stack in place, or close it'],
  [['/'], 'Search in prompts and titles'],
  [['Ctrl K'], 'Find anything: a place, or something to do; from any screen'],
  [['[', ']'], 'Previous scene, next scene'],
  [['I'], 'Your inbox, from any screen'],
  [['M'], 'My shots, from any screen'],
  [['?'], 'Show these keys'],
]

/** Of those who may decide. */
const deciding = ['S', 'A', 'G', 'Ctrl Z']

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

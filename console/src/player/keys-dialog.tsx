import { Dialog } from '../ui/dialog.tsx'
import { KeysList } from '../ui/keys-list.tsx'
import { playerKeys, playerKeysInside } from './player-keys.ts'

/** What the keyboard does with a take. */
export function PlayerKeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keys of the player">
      <KeysList rows={playerKeys} />
      <h3 className="mt-5 mb-2.5 font-medium">While the keyboard is in the player</h3>
      <KeysList rows={playerKeysInside} />
    </Dialog>
  )
}

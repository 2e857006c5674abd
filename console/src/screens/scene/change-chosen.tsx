import type { AssetChange } from '@dailies/contract/asset-change.ts'
import { Button } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import {
  CircleCheck,
  Clapperboard,
  Frame,
  HardDriveDownload,
  Layers,
  ListChecks,
  PenLine,
  ShieldAlert,
  Tag,
  Trash2,
  X,
} from 'lucide-react'
import { useState } from 'react'
import { emptyTray, type TrayItem, takeOutOfTray } from '../../takes/tray.ts'
import type { useChangeMany } from '../../takes/use-change-many.ts'
import { counted } from '../../ui/counted.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { MenuEntry } from '../../ui/menu-at.tsx'
import { type Asked, ChangeForm } from './change-form.tsx'
import { MoveToScene } from './move-to-scene.tsx'
import { tooMany, type WithTakes } from './takes-button.tsx'
import type { AllThatMatch } from './use-all-that-match.ts'

interface ChangeChosenProps {
  projectId: string
  sceneDbId: string
  tray: readonly TrayItem[]
  /** Where all that match are chosen, loaded or not. */
  all: AllThatMatch | undefined
  /** What they are from now on, though they may no longer match. */
  onChanged: (ids: readonly string[]) => void
  /** How many takes the board shows, loaded or not. */
  matches: number
  onChooseAll: () => void
  /** What else can be done with them, where no other button has it. */
  further: readonly WithTakes[]
  shots: readonly { id: string; shotCode: string }[]
  groups: readonly string[]
  many: ReturnType<typeof useChangeMany>
}

/** What can be done with all takes that are chosen, and how far that is. */
export function ChangeChosen({
  projectId,
  sceneDbId,
  tray,
  all,
  onChanged,
  matches,
  onChooseAll,
  further,
  shots,
  groups,
  many,
}: ChangeChosenProps) {
  const [asked, setAsked] = useState<Asked | 'scene'>()
  const [isWhyShown, setWhyShown] = useState(false)
  const { change, progress, refused } = many
  const count = all?.count ?? tray.length
  const winners = (all?.winners ?? tray).filter(({ selected }) => selected)
  const unsettled =
    all?.unsettled ?? tray.filter(({ rightsState }) => rightsState !== 'COMMERCIAL_ALLOWED').length
  const send = async (what: AssetChange, done: string) => {
    setAsked(undefined)
    const chosen = all?.chosen ?? { ids: tray.map(({ id }) => id) }
    const { changed, ids } = await change(chosen, count, what, done)
    if (what.kind === 'delete' || what.kind === 'scene') takeOutOfTray(sceneDbId, changed)
    else if (all) onChanged(ids)
  }
  const item = (label: string, icon: typeof Tag, of: Asked | 'scene'): MenuEntry => ({
    label,
    icon,
    danger: of === 'delete',
    // The window opens once the menu has given the focus back.
    onSelect: () => setTimeout(() => setAsked(of), 50),
  })
  const far = progress && `${progress.done.toLocaleString()} of ${progress.of.toLocaleString()} …`
  return (
    <>
      <span role="status" className="sr-only">
        {far}
      </span>
      {progress && progress.of > 1000 && <Button onClick={progress.stop}>Stop</Button>}
      {!progress && refused.length > 0 && (
        <Button look="quiet" onClick={() => setWhyShown(true)}>
          <span>
            {refused.length.toLocaleString()} not<span className="max-sm:sr-only">: why?</span>
          </span>
        </Button>
      )}
      <Menu
        // It stays while it is at work: the keyboard is on it.
        off={progress !== undefined}
        trigger={
          <Button icon={PenLine} className="tabular-nums aria-disabled:opacity-55">
            {far ?? (
              <span>
                <span className="max-sm:sr-only">Change </span>
                {count.toLocaleString()}
              </span>
            )}
          </Button>
        }
        items={[
          item('Status …', CircleCheck, 'status'),
          item('Tags …', Tag, 'tags'),
          item('Rights …', ShieldAlert, 'rights'),
          item('Move to shot …', Frame, 'shot'),
          item('Move to scene …', Clapperboard, 'scene'),
          item('Compare group …', Layers, 'group'),
          {
            label: 'Keep media',
            icon: HardDriveDownload,
            onSelect: () => void send({ kind: 'keep-media' }, 'being fetched'),
          },
          ...further.map((one) => ({
            label: `${one.label} …`,
            icon: one.icon,
            onSelect: () => {
              const why = tooMany(one)
              if (why) notify(why)
              else setTimeout(one.onClick, 50)
            },
          })),
          'line',
          ...(matches > count
            ? [{ label: `Choose all ${matches.toLocaleString()}`, icon: ListChecks, onSelect: onChooseAll }]
            : []),
          { label: 'Choose none', icon: X, onSelect: () => emptyTray(sceneDbId) },
          'line',
          item('Delete …', Trash2, 'delete'),
        ]}
      />
      {asked === 'scene' && (
        <MoveToScene
          {...{ projectId, sceneDbId }}
          takes={counted(count, 'take')}
          winners={winners.length}
          onClose={() => setAsked(undefined)}
          onChange={(what, done) => void send(what, done)}
        />
      )}
      {asked && asked !== 'scene' && (
        <ChangeForm
          projectId={projectId}
          asked={asked}
          count={count}
          shots={shots}
          groups={groups}
          unsettled={unsettled}
          winnersLeaving={(shotId) => winners.filter((take) => take.shotId !== shotId).length}
          onClose={() => setAsked(undefined)}
          onChange={(what, done) => void send(what, done)}
        />
      )}
      <Dialog open={isWhyShown} onClose={() => setWhyShown(false)} title="What was not changed">
        <ul className="flex flex-col gap-2">
          {reasonsOf(refused).map(([reason, count]) => (
            <li key={reason} className="flex gap-3">
              <span className="w-12 shrink-0 text-right tabular-nums">{count.toLocaleString()}</span>
              <span className="min-w-0 wrap-anywhere">{reason}</span>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}

/** The most frequent first. */
function reasonsOf(refused: readonly { reason: string }[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const { reason } of refused) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one)
}

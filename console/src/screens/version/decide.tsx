import type { AssetStatus } from '@dailies/contract/asset-version.ts'
import type { AssetVersion } from '@dailies/contract/board.ts'
import { RightsBadge, statusLabels } from '@dailies/ui/badges.tsx'
import { Button, buttonLook } from '@dailies/ui/button.tsx'
import { Link } from '@tanstack/react-router'
import { Award, Check, Columns2, Undo2 } from 'lucide-react'
import { useMay } from '../../production/role.tsx'
import { meanings } from '../../takes/rights-warning.tsx'
import { isPastSelection } from '../../takes/use-asset-actions.ts'
import type { useDecisions } from '../../takes/use-decisions.ts'
import { Menu } from '../../ui/menu.tsx'
import { CompareGroup } from './compare-group.tsx'
import { statusOrder } from './status-order.ts'

/** Where a version stands, and the ways on and back. */
export function Decide({
  version,
  decisions,
}: {
  version: AssetVersion
  decisions: ReturnType<typeof useDecisions>
}) {
  const { status, selected, rightsState, compareGroup, scene } = version
  const at = statusOrder.indexOf(status)
  const next = statusOrder[at + 1]
  const isApproved = isPastSelection(status)
  const mayDecide = useMay('editor')
  const move = (to: AssetStatus) => {
    if (to === 'SELECTED') decisions.toggleWinner({ ...version, selected: false })
    else void decisions.changeStatus(version, to)
  }
  return (
    <section
      aria-label={mayDecide ? 'Decide' : 'Status'}
      className="flex flex-col gap-4 rounded-2xl border border-line bg-surface p-4 sm:p-5"
    >
      <StatusTrack status={status} />
      {mayDecide && (
        <div className="grid grid-cols-2 gap-2 [&_button]:px-2! [&_svg]:shrink-0">
          <Button
            look={selected ? 'plain' : 'primary'}
            icon={Award}
            aria-pressed={selected}
            aria-keyshortcuts="S"
            onClick={() => decisions.toggleWinner(version)}
          >
            {selected ? 'Winner' : 'Select'} <Key>S</Key>
          </Button>
          <Button
            look={selected && !isApproved ? 'primary' : 'plain'}
            icon={Check}
            disabled={isApproved}
            aria-keyshortcuts="A"
            onClick={() => decisions.approveIt(version)}
          >
            {isApproved ? 'Approved' : 'Approve'} {!isApproved && <Key>A</Key>}
          </Button>
          {next && next !== 'SELECTED' && next !== 'APPROVED' && (
            <Button className="col-span-2" onClick={() => move(next)}>
              On to {statusLabels[next]}
            </Button>
          )}
          {at > 0 && (
            <Menu
              trigger={
                <Button look="quiet" icon={Undo2} className="col-span-2">
                  Back to an earlier status
                </Button>
              }
              items={statusOrder
                .slice(0, at)
                .map((earlier) => ({ label: statusLabels[earlier], onSelect: () => move(earlier) }))}
            />
          )}
        </div>
      )}
      {rightsState !== 'COMMERCIAL_ALLOWED' && (
        <div className="flex flex-col items-start gap-1 rounded-lg bg-warn-soft p-3 text-sm text-warn">
          <RightsBadge rightsState={rightsState} />
          {meanings[rightsState]}
        </div>
      )}
      <div className="flex flex-col gap-2">
        {mayDecide ? (
          <CompareGroup version={version} onSet={(group) => decisions.setCompareGroup(version, group)} />
        ) : (
          compareGroup !== null && <p className="text-sm wrap-anywhere">Compare group: {compareGroup}</p>
        )}
        {compareGroup !== null && (
          <Link to="/compare" search={{ scene: scene.id, group: compareGroup }} className={buttonLook()}>
            <Columns2 size={16} aria-hidden />
            Compare the group
          </Link>
        )}
      </div>
    </section>
  )
}

function StatusTrack({ status }: { status: AssetStatus }) {
  const at = statusOrder.indexOf(status)
  return (
    <ol aria-label="Status" className="flex gap-1">
      {statusOrder.map((one, place) => (
        <li
          key={one}
          aria-current={place === at ? 'step' : undefined}
          className="min-w-0 flex-auto text-center text-[0.7rem] tracking-tight"
        >
          <span
            aria-hidden
            className={`mb-1 block h-1.5 rounded-full ${place <= at ? 'bg-accent' : 'bg-sunken'}`}
          />
          <span className={`block truncate ${place === at ? 'font-semibold' : 'text-muted'}`}>
            {statusLabels[one]}
          </span>
        </li>
      ))}
    </ol>
  )
}

function Key({ children }: { children: string }) {
  return (
    <kbd
      aria-hidden
      className="hidden rounded border border-current/40 px-1 font-mono text-[0.7rem] leading-4 font-normal opacity-80 md:inline"
    >
      {children}
    </kbd>
  )
}

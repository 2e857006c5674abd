import { Button } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { Empty } from '@dailies/ui/states.tsx'
import { RotateCcw, Trash2 } from 'lucide-react'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { useCommands } from '../../palette/commands.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { errorText } from '../../ui/error-text.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Section } from '../../ui/page.tsx'
import { useKeyboardStays } from '../../ui/use-keyboard-stays.ts'
import { type Deleted, TrashRow } from './trash-row.tsx'

interface TrashListProps<Thing extends Deleted> {
  title: string
  description: string
  /** What comes here. */
  empty: string
  list: ComponentProps<typeof LoadMore>['list']
  things: readonly Thing[]
  aboutOf: (
    thing: Thing,
  ) => Pick<ComponentProps<typeof TrashRow>, 'name' | 'title' | 'text' | 'place' | 'take'>
  /** What goes with it for good. */
  withIt: (thing: Thing) => ReactNode
  mayRestore: boolean
  mayPurge: boolean
  /** Returns what is said of it. */
  restore: (thing: Thing) => Promise<string>
  /** Those of the ids, or all; returns whether there are more. */
  purge: (body: { ids?: string[] }) => Promise<boolean>
  changed: () => Promise<unknown>
}

/** What was deleted and can be restored, the last first. */
export function TrashList<Thing extends Deleted>({ things, ...of }: TrashListProps<Thing>) {
  const [purging, setPurging] = useState<Thing | 'all'>()
  const [restoring, setRestoring] = useState<string>()
  const one = purging === 'all' ? undefined : purging
  const part = useRef<HTMLDivElement>(null)
  const keyboard = useKeyboardStays(part, {
    ids: things.map(({ id }) => id),
    instead: () => part.current?.closest('section')?.querySelector('h2'),
  })
  const ask = (what: Thing | 'all') => {
    keyboard.press(what === 'all' ? what : what.id)
    setPurging(what)
  }

  const restore = async (thing: Thing) => {
    if (restoring) return
    keyboard.press(thing.id)
    setRestoring(thing.id)
    try {
      notify(await of.restore(thing))
    } catch (error) {
      notify(errorText(error), { failed: true })
    }
    await of.changed()
    setRestoring(undefined)
  }
  const purge = async () => {
    while (await of.purge(one ? { ids: [one.id] } : {}));
    await of.changed()
  }

  useCommands(() => [
    ...(of.mayRestore
      ? things.map((thing) => {
          const { name, place } = of.aboutOf(thing)
          return {
            name: `Restore ${name}`,
            of: place ?? of.title,
            icon: RotateCcw,
            run: () => void restore(thing),
          }
        })
      : []),
    ...(of.mayPurge && things.length > 0
      ? [{ name: 'Empty the trash', icon: Trash2, run: () => ask('all') }]
      : []),
  ])

  return (
    // On a phone notices lie along the lower edge: the buttons of the last ones can be brought above them.
    <div className={things.length > 0 ? 'max-sm:pb-24' : ''}>
      <Section
        title={of.title}
        description={of.description}
        actions={
          of.mayPurge &&
          things.length > 0 && (
            <Button icon={Trash2} onClick={() => ask('all')}>
              Empty the trash
            </Button>
          )
        }
      >
        <div ref={part}>
          {things.length === 0 ? (
            <Empty icon={Trash2} title="The trash is empty" small>
              {of.empty}
            </Empty>
          ) : (
            <ul aria-label="What was deleted" className="flex flex-col">
              {things.map((thing) => (
                <TrashRow
                  key={thing.id}
                  {...of.aboutOf(thing)}
                  deleted={thing}
                  isBusy={restoring === thing.id}
                  onRestore={of.mayRestore ? () => void restore(thing) : undefined}
                  onPurge={of.mayPurge ? () => ask(thing) : undefined}
                />
              ))}
            </ul>
          )}
        </div>
        <LoadMore list={of.list} label="Show what was deleted before" />
        <Confirm
          open={purging !== undefined}
          onClose={() => setPurging(undefined)}
          onClosed={keyboard.asked}
          title={one ? `Delete ${of.aboutOf(one).name} for good?` : 'Empty the trash?'}
          action={one ? 'Delete for good' : 'Empty it'}
          onConfirm={purge}
        >
          <p>
            {one
              ? `It goes with ${of.withIt(one)}`
              : 'Everything in it goes for good, with its media and what was said of it'}
            . Nothing brings it back.
          </p>
        </Confirm>
      </Section>
    </div>
  )
}

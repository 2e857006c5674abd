import { Empty, LoadingRows } from '@dailies/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { HardDrive } from 'lucide-react'
import { query } from '../../api/queries.ts'
import { useAccount } from '../../app/account.ts'
import { OnlyAdministrators } from '../../app/only-administrators.tsx'
import { Page } from '../../ui/page.tsx'
import { Failed } from '../../ui/states.tsx'
import { Backups } from './backups.tsx'
import { Biggest } from './biggest.tsx'
import { Kinds } from './kinds.tsx'
import { Machine } from './machine.tsx'
import { Projects } from './projects.tsx'
import { StorageTotals } from './storage-totals.tsx'

/** Milliseconds, while files are worked on or a backup is made: that is over soon. */
const soon = 5000
/** Milliseconds, while links wait to be fetched or backups to be made, which may take a day. */
const later = 60_000

/** What media take, where, and what is to be done about them yet. */
export function Storage() {
  const { role } = useAccount()
  return (
    <Page title="Storage">
      {role === 'administrator' ? (
        <Told />
      ) : (
        <OnlyAdministrators>
          How much room media take is looked after by whoever runs this installation.
        </OnlyAdministrators>
      )}
    </Page>
  )
}

function Told() {
  const answer = useQuery({
    ...query('readStorage', {}),
    refetchInterval: ({ state }) => {
      const { toWorkOn = 0, waiting = 0, fetches = false, backups } = state.data?.data ?? {}
      if (toWorkOn > 0 || backups?.isMaking) return soon
      if (backups) return later
      return waiting > 0 && fetches ? later : false
    },
  })
  if (answer.isPending) return <LoadingRows rows={4} className="h-28" />
  if (!answer.data) return <Failed error={answer.error} onRetry={() => void answer.refetch()} />
  const storage = answer.data.data
  return (
    <>
      <StorageTotals storage={storage} />
      <Machine storage={storage} />
      <Backups backups={storage.backups} />
      {storage.kept.files === 0 ? (
        <Empty icon={HardDrive} title="Nothing is kept yet">
          What is captured from now on is kept here, and so is what you send by hand.
        </Empty>
      ) : (
        <Kinds kinds={storage.kinds} />
      )}
      <Projects projects={storage.projects} />
      <Biggest versions={storage.biggest} />
    </>
  )
}

import type { Checkup } from '@dailies/contract/doctor.ts'
import { Button } from '@dailies/ui/button.tsx'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { When } from '@dailies/ui/time.tsx'
import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { query } from '../../api/queries.ts'
import { useAccount } from '../../app/account.ts'
import { OnlyAdministrators } from '../../app/only-administrators.tsx'
import { counted } from '../../ui/counted.ts'
import { Page } from '../../ui/page.tsx'
import { Failed } from '../../ui/states.tsx'
import { Checks } from './checks.tsx'

/** Whether the installation is well, and what to do where it is not. */
export function Doctor() {
  const { role } = useAccount()
  if (role === 'administrator') return <Told />
  return (
    <Page title="Doctor">
      <OnlyAdministrators>
        Whether everything is well is looked after by whoever runs this installation.
      </OnlyAdministrators>
    </Page>
  )
}

function Told() {
  const answer = useQuery({ ...query('readCheckup', {}), refetchOnWindowFocus: false })
  const { data, error, isFetching, refetch } = answer
  const again = () => void refetch()
  return (
    <Page
      title="Doctor"
      actions={
        <Button icon={RefreshCw} busy={isFetching} onClick={again}>
          Check again
        </Button>
      }
    >
      {error && !isFetching && <Failed error={error} onRetry={again} />}
      {data ? <Found checkup={data.data} /> : isFetching && <LoadingRows rows={6} className="h-20" />}
    </Page>
  )
}

function Found({ checkup: { checkedAt, checks } }: { checkup: Checkup }) {
  return (
    <>
      <p role="status" className="text-muted">
        {inShort(checks)} Checked <When at={checkedAt} inWords />; for ten seconds the answer stays the same.
      </p>
      <Checks checks={checks} />
    </>
  )
}

function inShort(checks: Checkup['checks']): string {
  const failed = checks.filter(({ state }) => state === 'failed').length
  const warnings = checks.filter(({ state }) => state === 'warning').length
  if (failed === 0 && warnings === 0) return 'All is well.'
  const parts = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
  ]
  return `${parts.join(', ')}.`
}

import type { ContentCredentials } from '@dailies/contract/provenance.ts'
import { Badge } from '@dailies/ui/badges.tsx'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/queries.ts'
import { Section } from '../../ui/page.tsx'
import { FactList } from './fact-list.tsx'

const sentences: Record<ContentCredentials['state'], string> = {
  none: 'The file says nothing of itself.',
  trusted: 'Signed, valid, and the signer is trusted here.',
  valid: 'Signed and valid. The signer is not known here.',
  invalid: 'Not valid: the file was changed since, or was signed wrongly.',
  unreadable: 'It could not be read.',
}

const tones = {
  none: 'neutral',
  trusted: 'good',
  valid: 'info',
  invalid: 'danger',
  unreadable: 'warn',
} as const

/** What the file of a version says of itself, signed; nothing where it says nothing, or nobody has looked yet. */
export function Credentials({ assetId }: { assetId: string }) {
  const { data } = useQuery(query('readProvenance', { params: { id: assetId } }))
  const told = data?.data.credentials
  if (!told || told.state === 'none') return null
  const source = told.digitalSourceType?.split('/').at(-1)
  return (
    <Section title="Content credentials" description="What the file says of itself (C2PA).">
      <p className="mb-2 flex flex-wrap items-center gap-2 text-sm">
        <Badge tone={tones[told.state]}>
          {told.state === 'trusted' || told.state === 'valid' ? 'Valid' : 'Not valid'}
        </Badge>
        {sentences[told.state]}
      </p>
      <FactList
        facts={[
          ['Signed by', told.signer && <bdi>{told.signer}</bdi>],
          ['Of', told.issuer && <bdi>{told.issuer}</bdi>],
          ['Signed at', told.signedAt],
          ['Written by', told.generator && <bdi>{told.generator}</bdi>],
          ['Source', source && <bdi>{source}</bdi>],
          ['What was done', told.actions.map(({ action }) => action).join(', ')],
          ['Reasons', told.reasons.join(', ')],
        ]}
      />
    </Section>
  )
}

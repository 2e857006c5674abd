import type { ContentCredentials } from '@dailies/contract/provenance.ts'
import { Badge } from '@dailies/ui/badges.tsx'
import { exactTime } from '@dailies/ui/time.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { query } from '../../api/queries.ts'
import { Section } from '../../ui/page.tsx'
import { actionWords, isOfCertificate, isOfChange, reasonWords, sourceWords } from './credential-words.ts'
import { FactList } from './fact-list.tsx'

/** What the file of a version says of itself, signed; nothing where it says nothing, or nobody has looked yet. */
export function Credentials({ assetId }: { assetId: string }) {
  const { data } = useQuery(query('readProvenance', { params: { id: assetId } }))
  const told = data?.data.credentials
  if (!told || told.state === 'none') return null
  const { tone, badge, sentence } = verdictOf(told)
  const { signer, issuer, signedAt, generator, digitalSourceType: source, actions, reasons } = told
  return (
    <Section title="Content credentials" description="What the file says of itself (C2PA).">
      <p className="mb-2 flex flex-wrap items-center gap-2 text-sm">
        <Badge tone={tone}>{badge}</Badge>
        {sentence}
      </p>
      <FactList
        facts={[
          ['Signed by', signer && <bdi>{signer}</bdi>],
          ['Organisation', issuer && <bdi>{issuer}</bdi>],
          ['Signed at', signedAt && <Moment at={signedAt} />],
          ['Written by', generator && <bdi>{generator}</bdi>],
          ['Source', source && <span title={source}>{sourceWords(source)}</span>],
          ['What was done', actions.length > 0 && <List items={actions.map(actionOf)} />],
          ['Reasons', reasons.length > 0 && <List items={reasons.map(reasonOf)} />],
        ]}
      />
    </Section>
  )
}

function verdictOf({ state, reasons }: ContentCredentials) {
  if (state === 'trusted')
    return { tone: 'good', badge: 'Valid', sentence: 'Signed by somebody who is trusted here.' } as const
  if (state === 'valid')
    return {
      tone: 'info',
      badge: 'Valid',
      sentence: 'Signed, and whole. The signer is not known here.',
    } as const
  if (state === 'unreadable')
    return { tone: 'warn', badge: 'Not read', sentence: 'What it says could not be looked at.' } as const
  if (reasons.some(isOfChange))
    return {
      tone: 'danger',
      badge: 'Changed',
      sentence: 'The file was changed since it was signed.',
    } as const
  return {
    ...({ tone: 'danger', badge: 'Not valid' } as const),
    sentence: reasons.some(isOfCertificate)
      ? 'The certificate that it was signed with is not fit for that.'
      : 'It was signed wrongly.',
  }
}

interface Item {
  /** As the file has it. */
  code: string
  text: ReactNode
}

function actionOf({ action, agent, when }: ContentCredentials['actions'][number]): Item {
  const text = (
    <>
      {actionWords(action)}
      {agent && (
        <>
          {' '}
          by <bdi>{agent}</bdi>
        </>
      )}
      {when && (
        <>
          , <Moment at={when} />
        </>
      )}
    </>
  )
  return { code: action, text }
}

function reasonOf(code: string): Item {
  return { code, text: reasonWords(code) }
}

function List({ items }: { items: Item[] }) {
  return (
    <ul>
      {items.map(({ code, text }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what a file says does not move
        <li key={place} title={code}>
          {text}
        </li>
      ))}
    </ul>
  )
}

/** Whatever somebody wrote into a file; as it is where that is no time. */
function Moment({ at }: { at: string }) {
  return Number.isNaN(Date.parse(at)) ? <bdi>{at}</bdi> : <time dateTime={at}>{exactTime(at)}</time>
}

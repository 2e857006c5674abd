import type { Webhook } from '@dailies/contract/webhook.ts'
import { exactTime } from '@dailies/ui/time.tsx'
import { useQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { query } from '../../api/queries.ts'
import { Section } from '../../ui/page.tsx'

const forms = { slack: 'Slack message', discord: 'Discord message', custom: 'By a template of its own' }

/** What a webhook is asked to do. */
export function WebhookSettings({ webhook }: { webhook: Webhook }) {
  const { url, events, template, batching, previousSecretExpiresAt } = webhook
  return (
    <Section title="What it does">
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
        <Fact name="Address" wide>
          <span className="font-mono text-sm break-all">{url}</span>
        </Fact>
        <Fact name="Hears of">
          <ul>
            {events.map((event) => (
              <li key={event} className="font-mono text-sm">
                {event}
              </li>
            ))}
          </ul>
        </Fact>
        <Fact name="Where">
          <Places webhook={webhook} />
        </Fact>
        <Fact name="In the form">
          <p>{template ? forms[template.type] : 'The event as JSON'}</p>
          {batching && (
            <p className="text-sm text-muted">
              Up to {batching.maxEvents} events at a time, within {batching.maxSeconds} s
            </p>
          )}
        </Fact>
        {previousSecretExpiresAt && (
          <Fact name="Secret">The one before signs along until {exactTime(previousSecretExpiresAt)}</Fact>
        )}
      </dl>
    </Section>
  )
}

function Fact({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={`min-w-0 ${wide ? 'col-span-full' : ''}`}>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}

function Places({ webhook: { projectIds, sceneDbIds } }: { webhook: Webhook }) {
  const projects = useQueries({ queries: projectIds.map((id) => query('readProject', { params: { id } })) })
  const scenes = useQueries({ queries: sceneDbIds.map((id) => query('readScene', { params: { id } })) })
  const projectNames = projects.map(
    ({ data, isPending }) => data?.data.name ?? (isPending ? '…' : 'a project that is gone'),
  )
  const sceneNames = scenes.map(({ data, isPending }) =>
    data
      ? `scene ${data.data.sceneId} of ${data.data.project.name}`
      : isPending
        ? '…'
        : 'a scene that is gone',
  )
  if (sceneNames.length > 0) return `Only ${sceneNames.join(', ')}`
  return projectNames.length > 0 ? projectNames.join(', ') : 'All projects'
}

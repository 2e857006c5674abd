import type { Reading } from '@dailies/reading/reading.ts'
import type { QueuedCapture } from '../../queue/queued-capture.ts'
import { text } from '../../texts.ts'
import { useList } from '../lists/use-list.ts'

/** Where the values are from. That is for reading alone: it is what the service keeps as provenance. */
export function ReadFrom({ capture }: { capture: QueuedCapture }) {
  const platforms = useList('platforms', '').items
  const nameOf = (slug: string) => platforms?.find((platform) => platform.slug === slug)?.name ?? slug
  const { readings, body } = capture
  return (
    <div className="flex flex-col gap-1 text-sm">
      <h4 className="font-medium">{text('panelProvenance')}</h4>
      {readings.length > 0 && (
        <ul className="list-disc pl-5">
          {readings.map((source, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <li key={place} className="wrap-anywhere">
              {sourceText(source, nameOf)}
            </li>
          ))}
        </ul>
      )}
      <pre className="overflow-hidden font-mono text-xs break-all whitespace-pre-wrap text-muted">
        {JSON.stringify(body.provenance ?? {}, null, 2)}
      </pre>
    </div>
  )
}

function sourceText(source: Reading['source'], nameOf: (slug: string) => string): string {
  if (source.kind === 'adapter') return text('panelFromAdapter', nameOf(source.platform))
  if (source.kind === 'answer')
    return text(source.isGuess ? 'panelFromGuess' : 'panelFromAnswer', nameOf(source.platform))
  if (source.kind === 'taught') return text('panelFromTaught', source.host)
  if (source.kind === 'page') return text('panelFromPage')
  return text('panelFromMedia', [source.format, source.tool].filter(Boolean).join(', '))
}

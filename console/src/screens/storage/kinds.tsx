import type { MediaKind, Storage } from '@dailies/contract/media.ts'
import { BarChart } from '../../ui/bar-chart.tsx'
import { bytesText } from '../../ui/bytes.ts'
import { counted } from '../../ui/counted.ts'
import { Section } from '../../ui/page.tsx'

const labels: Record<MediaKind, string> = {
  original: 'Originals',
  poster: 'Posters of films',
  filmstrip: 'Filmstrips',
  waveform: 'Waveforms',
  proxy: 'Films for browsers',
  'thumb-320': 'Thumbnails, 320 wide',
  'thumb-640': 'Thumbnails, 640 wide',
  'thumb-1280': 'Thumbnails, 1280 wide',
}

/** What was captured, and what was made of it to look at. */
export function Kinds({ kinds }: { kinds: Storage['kinds'] }) {
  const byBytes = kinds.toSorted((one, other) => other.bytes - one.bytes)
  return (
    <Section title="By kind">
      <BarChart
        title="What was captured, and what was made of it"
        bars={byBytes.map(({ kind, bytes }) => ({
          key: kind,
          label: labels[kind],
          parts: [{ value: bytes, fill: kind === 'original' ? 'accent' : 'info' }],
          figure: bytesText(bytes),
        }))}
      />
      <ul className="sr-only">
        {byBytes.map(({ kind, files, bytes }) => (
          <li key={kind}>
            {labels[kind]}: {bytesText(bytes)}, {counted(files, 'file')}
          </li>
        ))}
      </ul>
    </Section>
  )
}

import type { Storage } from '@dailies/contract/media.ts'
import { Section } from '../../ui/page.tsx'
import { Line } from './line.tsx'

/** Where media are, and what the service can do by itself. */
export function Machine({ storage: { store, fetches, ffmpeg } }: { storage: Storage }) {
  return (
    <Section title="What the service does">
      <ul className="flex flex-col gap-2">
        <Line isGood>
          Media are kept in <code className="font-mono text-sm break-all">{store}</code>.
        </Line>
        <Line isGood={fetches}>
          {fetches
            ? 'It fetches what is captured as a link, before the link ends.'
            : 'It fetches nothing: only what the extension or people send is kept (DAILIES_MEDIA_FETCH is false).'}
        </Line>
        <Line isGood={ffmpeg !== null}>
          {ffmpeg === null
            ? 'It makes no posters of films, and no copies that browsers play: install ffmpeg on its machine, and start it again.'
            : `It makes posters and filmstrips of films, with ffmpeg ${ffmpeg}.`}
        </Line>
      </ul>
    </Section>
  )
}

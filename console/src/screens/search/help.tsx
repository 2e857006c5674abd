import { Link } from '@tanstack/react-router'
import { Section } from '../../ui/page.tsx'

const examples: [text: string, what: string][] = [
  ['lamp rain', 'has both words, in any of its texts'],
  ['"red coat"', 'has these words one after the other'],
  ['lam*', 'a word that begins so: lamp, lamplight'],
  ['harbour -neon', 'has the one and not the other'],
  ['by:me is:winner', 'winners that you captured'],
  ['type:video model:veo', 'films of a model'],
  ['rights:unknown status:approved', 'approved, and nobody knows the rights'],
  ['status:selected status:approved', 'one or the other'],
  ['-platform:midjourney type:image', 'images from everywhere else'],
  ['after:2026-10 before:2026-11', 'of a month; a day or a year does as well'],
  ['has:notes', 'somebody said something that is not ticked off'],
  ['is:lost', 'its media were lost before they were kept'],
]

/** What can be looked for, by examples: each is a search. */
export function Help() {
  return (
    <Section
      title="What you can look for"
      description="Prompts, titles, notes, tags, comments, models, platforms and file names of all takes in all your films, and what is said of scenes and shots. Case and accents do not matter."
    >
      <dl className="grid gap-x-6 gap-y-1 md:grid-cols-2">
        {examples.map(([text, what]) => (
          <div key={text} className="flex flex-wrap items-baseline gap-x-3 border-b border-line py-1.5">
            <dt>
              <Link
                to="/search"
                search={{ q: text }}
                className="inline-block rounded-md bg-sunken px-2 py-0.5 font-mono text-sm underline-offset-2 wrap-anywhere hover:underline pointer-coarse:py-2"
              >
                {text}
              </Link>
            </dt>
            <dd className="text-sm text-muted">{what}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-muted">
        Write the beginning of a filter (<code>sta</code>) to choose from a list, or choose among the filters
        beside. More: project, scene, shot, tag, cost, length, size, on.
      </p>
      <p className="mt-3 text-sm text-muted">
        Or look for a picture: drop one here, paste it, or choose it by the button in the search box. Takes
        that look like it are found, smaller and recompressed copies too.
      </p>
    </Section>
  )
}

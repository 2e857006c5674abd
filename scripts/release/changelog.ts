import { Problem } from './problem.ts'

interface Section {
  heading: string
  /** What stands below it, without blank lines around. */
  body: string
}

/**
 * The changelog with a section for the version, dated, and what that says. What stands under "Unreleased" moves there,
 * unless somebody has written the section already. Keep a Changelog 1.1.0. Throws a `Problem`.
 */
export function changelogFor(
  text: string,
  { version, today }: { version: string; today: string },
): { text: string; notes: string } {
  const sections = sectionsOf(text)
  const unreleased = sections.find(({ heading }) => /^\[?unreleased\]?$/i.test(heading))
  const present = sections.find(({ heading }) => heading.replace(/[[\]]/g, '').split(' ')[0] === version)
  const isNew = unreleased !== undefined && /^- /m.test(unreleased.body)
  if (present) {
    if (isNew) {
      throw new Problem(`CHANGELOG.md has a section for ${version} and more under "Unreleased": join them`)
    }
    if (!/ - \d{4}-\d{2}-\d{2}$/.test(present.heading)) {
      throw new Problem(`In CHANGELOG.md the section for ${version} has no date: "## ${version} - ${today}"`)
    }
    return { text, notes: present.body }
  }
  if (!isNew) throw new Problem('CHANGELOG.md says nothing under "Unreleased": what is new in this version?')
  const heading = `## ${unreleased.heading}`
  const place = new RegExp(`^${RegExp.escape(heading)}`, 'm')
  return { text: text.replace(place, `${heading}\n\n## ${version} - ${today}`), notes: unreleased.body }
}

function sectionsOf(text: string): Section[] {
  const [, ...parts] = text.split(/^## /m)
  return parts.map((part) => {
    const [heading = '', ...body] = part.split('\n')
    return { heading: heading.trim(), body: body.join('\n').trim() }
  })
}

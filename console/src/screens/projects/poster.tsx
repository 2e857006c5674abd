/** What stands for a project that has no winner yet: the leader of a film, in a colour of its own. */
export function Poster({ name }: { name: string }) {
  const hue = hueOf(name)
  return (
    <svg viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice" aria-hidden className="size-full">
      <rect width="320" height="180" fill={`oklch(0.3 0.055 ${hue})`} />
      <path d="M160 90 L160 -120 A210 210 0 0 1 370 90 Z" fill={`oklch(0.38 0.07 ${hue})`} />
      <g fill="none" stroke={`oklch(0.75 0.06 ${hue})`} strokeWidth="1" opacity="0.55">
        <path d="M0 90 H320 M160 0 V180" />
        <circle cx="160" cy="90" r="68" />
        <circle cx="160" cy="90" r="60" />
      </g>
      <text
        x="160"
        y="92"
        textAnchor="middle"
        dominantBaseline="central"
        fontSize="54"
        fontWeight="600"
        letterSpacing="2"
        fill={`oklch(0.94 0.03 ${hue})`}
      >
        {initials(name)}
      </text>
    </svg>
  )
}

function hueOf(name: string): number {
  let sum = 0
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 360_007
  return sum % 360
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const articles = new Set([
  'the',
  'a',
  'an',
  'of',
  'at',
  'in',
  'on',
  'and',
  'der',
  'die',
  'das',
  'le',
  'la',
  'les',
])

/** Of the first two words that say something. */
function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const telling = words.filter((word) => !articles.has(word.toLowerCase()))
  return (telling.length > 0 ? telling : words)
    .slice(0, 2)
    .map((word) => graphemes.segment(word)[Symbol.iterator]().next().value?.segment.toUpperCase() ?? '')
    .join('')
}

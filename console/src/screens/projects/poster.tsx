import { hueOf, initials } from '../../ui/initials.ts'

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
        {initials(name, isArticle)}
      </text>
    </svg>
  )
}

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

function isArticle(word: string): boolean {
  return articles.has(word.toLowerCase())
}

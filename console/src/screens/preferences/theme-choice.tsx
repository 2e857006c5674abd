import { type Theme, useTheme } from '../../app/theme.ts'
import { Choice } from '../../ui/choice.tsx'
import { Section } from '../../ui/page.tsx'

const themes: { value: Theme; label: string; hint: string }[] = [
  { value: 'system', label: "The system's", hint: 'Light or dark, as everything else on this machine.' },
  { value: 'light', label: 'Light', hint: 'For a bright room.' },
  { value: 'dark', label: 'Dark', hint: 'For the cutting room.' },
]

/** Of this browser alone. */
export function ThemeChoice() {
  const [theme, setTheme] = useTheme()
  return (
    <Section title="Appearance" description="Of this browser alone.">
      <Choice legend="Colours" items={themes} value={theme} onChange={setTheme} />
    </Section>
  )
}

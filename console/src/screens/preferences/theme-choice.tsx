import { type Theme, useTheme } from '../../app/theme.ts'
import { Choice } from '../../ui/choice.tsx'
import { Section } from '../../ui/page.tsx'

const themes: { value: Theme; label: string; hint: string }[] = [
  { value: 'system', label: 'System', hint: 'Light or dark, like the rest of this computer.' },
  { value: 'light', label: 'Light', hint: 'For a bright room.' },
  { value: 'dark', label: 'Dark', hint: 'For the cutting room.' },
]

/** Of this browser alone. */
export function ThemeChoice() {
  const [theme, setTheme] = useTheme()
  return (
    <Section title="Appearance" description="In this browser only.">
      <Choice legend="Theme" items={themes} value={theme} onChange={setTheme} />
    </Section>
  )
}

import { readFileSync } from 'node:fs'

export const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

export interface Example {
  /** The heading that it stands under. */
  title: string
  code: string
  /** The lines that it says it prints. */
  prints: string[]
}

/** Every example in TypeScript. What one prints stands in it behind `// →`. */
export const examples: Example[] = readme
  .split(/^## /m)
  .flatMap((section) =>
    [...section.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => ({ section, code })),
  )
  .map(({ section, code }) => ({
    title: section.split('\n', 1)[0]!,
    code,
    prints: [...code.matchAll(/\/\/ → (.*)$/gm)].map(([, line = '']) => line),
  }))

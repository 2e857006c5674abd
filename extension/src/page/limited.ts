import type { Reading } from '@dailies/reading/reading.ts'

/** As much as a capture takes (contract/capture.ts), so that no page can send more. Prompts may be long. */
const longest = 500
const longestPrompt = 100_000

/** A reading without its gaps, and cut to what a capture takes. */
export function limited({ metadata = {}, ...told }: Reading): Reading {
  const rest = cut(metadata)
  return { ...cut(told), ...(Object.keys(rest).length > 0 && { metadata: rest }) }
}

/** U+0000 and halves of characters are refused by the service. */
function cut<Values extends object>(values: Values): Values {
  const kept = Object.entries(values).map(([name, value]) => {
    if (typeof value !== 'string') return [name, value]
    const most = /prompt/i.test(name) ? longestPrompt : longest
    return [name, value.slice(0, most).replaceAll('\0', '').toWellFormed().trim()]
  })
  return Object.fromEntries(kept.filter(([, value]) => value !== undefined && value !== '')) as Values
}

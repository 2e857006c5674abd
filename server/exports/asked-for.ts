import { type NewExport, newExport } from '@dailies/contract/export.ts'

const defaults = newExport.parse({})

/** What an export was asked for by. Where it was asked for before there was all that there is now, the rest is as if it had been left out. */
export function askedFor({ request }: { request: string }): NewExport {
  return { ...defaults, ...JSON.parse(request) }
}

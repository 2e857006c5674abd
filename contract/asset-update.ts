import { z } from 'zod'
import { id, text } from './text.ts'

/** The body of PATCH asset-update: a missing field stays as it is, `compareGroup: null` clears it. */
export const assetUpdate = z
  .object({
    assetId: id,
    selected: z.boolean().optional(),
    compareGroup: text(200).nullable().optional(),
  })
  .meta({ id: 'AssetUpdate' })

export type AssetUpdate = z.output<typeof assetUpdate>

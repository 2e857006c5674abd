import type { CaptureStatus } from '@dailies/contract/asset-version.ts'
import type { Option } from './field.tsx'

/** The contract has them in a schema, which screens are built without. */
export const captureStatuses: readonly CaptureStatus[] = ['DRAFT', 'GENERATED', 'SELECTED']

/** Of a list to choose from: each value with its word, in that order. */
export function optionsOf<V extends string>(labels: Record<V, string>): Option<V>[] {
  return (Object.entries(labels) as [V, string][]).map(([value, label]) => ({ value, label }))
}

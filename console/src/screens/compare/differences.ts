import type { AssetVersion } from '@dailies/contract/board.ts'
import { assetTypeLabels, rightsLabels, statusLabels } from '@dailies/ui/badges.tsx'
import { lengthText } from '../../takes/media-facts.ts'
import { duration, money } from '../../ui/amounts.ts'
import { bytesText } from '../../ui/bytes.ts'

export interface Row {
  name: string
  /** One of each version; null where it tells nothing. */
  values: (string | null)[]
  same: boolean
  /** Long text, to be compared word by word. */
  prose?: true
  /** Tags, which have colours. */
  tags?: true
}

/** So many members of metadata are compared. */
const most = 400

/** What the versions tell, side by side. */
export function rowsOf(versions: AssetVersion[]): Row[] {
  const row = (name: string, tell: (version: AssetVersion) => string | null, prose?: true): Row => {
    const values = versions.map(tell)
    return { name, values, same: values.every((value) => value === values[0]), ...(prose && { prose }) }
  }
  return [
    row('Type', ({ assetType }) => assetTypeLabels[assetType]),
    row('Platform', ({ platformLabel }) => platformLabel),
    row('Model', ({ modelName }) => modelName),
    row('Prompt', ({ prompt }) => prompt, true),
    row('Negative prompt', ({ negativePrompt }) => negativePrompt, true),
    row('Cost', ({ costEstimateUsd }) => (costEstimateUsd === null ? null : money(costEstimateUsd))),
    row('Generating', ({ generationSeconds }) =>
      generationSeconds === null ? null : duration(generationSeconds),
    ),
    row('Waiting', ({ queueWaitSeconds }) => (queueWaitSeconds === null ? null : duration(queueWaitSeconds))),
    row('Rights', ({ rightsState }) => rightsLabels[rightsState]),
    row('Status', ({ status }) => statusLabels[status]),
    row('Shot', ({ shot }) => shot?.shotCode ?? null),
    { ...row('Tags', ({ tags }) => (tags.length > 0 ? tags.toSorted().join(', ') : null)), tags: true },
    row('File type', ({ media }) => media?.type ?? null),
    row('Size', ({ media }) => (media?.bytes ? bytesText(media.bytes) : null)),
    row('Dimensions', ({ media }) => (media?.width ? `${media.width} × ${media.height}` : null)),
    row('Length', ({ media }) => (media?.durationSeconds ? lengthText(media.durationSeconds) : null)),
    ...metadataRows(versions),
  ]
}

function metadataRows(versions: AssetVersion[]): Row[] {
  const flat = versions.map(({ metadata }) => flattened(metadata))
  const names = [...new Set(flat.flatMap((members) => [...members.keys()]))]
  return names.slice(0, most).map((name) => {
    const values = flat.map((members) => members.get(name) ?? null)
    return { name, values, same: values.every((value) => value === values[0]) }
  })
}

/** The members of a JSON value by their paths: `cfg.scale`, `loras[0].name`. */
function flattened(value: unknown, path = '', into = new Map<string, string>()): Map<string, string> {
  if (into.size >= most) return into
  const isNested = typeof value === 'object' && value !== null && Object.keys(value).length > 0
  if (!isNested) {
    if (path) into.set(path, typeof value === 'string' ? value : JSON.stringify(value))
    return into
  }
  for (const [name, member] of Object.entries(value)) {
    flattened(member, Array.isArray(value) ? `${path}[${name}]` : path ? `${path}.${name}` : name, into)
  }
  return into
}

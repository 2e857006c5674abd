import { Skeleton } from '@dailies/ui/states.tsx'
import { useQueries } from '@tanstack/react-query'
import { query } from '../../api/queries.ts'
import { PromptDiff } from '../../takes/lazy-prompt-diff.tsx'
import { Failed } from '../../ui/states.tsx'

/** What a version's prompt changed of its parent's. */
export function PromptChange({ parentId, id }: { parentId: string; id: string }) {
  const answers = useQueries({
    queries: [parentId, id].map((one) => query('readAsset', { params: { id: one } })),
  })
  const failed = answers.find(({ isError }) => isError)
  if (failed) return <Failed error={failed.error} onRetry={() => void failed.refetch()} />
  const [before, after] = answers.map(({ data }) => data?.data)
  if (!before || !after) return <Skeleton className="h-16" />
  return (
    <>
      <PromptDiff before={before.prompt} after={after.prompt} />
      {before.negativePrompt !== after.negativePrompt && (
        <>
          <h3 className="mt-3 text-sm font-medium text-muted">Negative prompt</h3>
          <PromptDiff before={before.negativePrompt ?? ''} after={after.negativePrompt ?? ''} />
        </>
      )}
    </>
  )
}

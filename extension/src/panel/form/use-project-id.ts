import { useSetting } from '../use-setting.ts'
import type { CaptureFormState } from './use-capture-form.ts'

/** The project that a capture goes to: of a new one that at hand. Undefined while there is none. */
export function useProjectId({ capture, draft }: CaptureFormState): string | undefined {
  const place = useSetting('placeAtHand')?.value
  return (capture ? draft.projectId : place?.projectId) || undefined
}

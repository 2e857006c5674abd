import type { ProjectRole } from '@dailies/contract/member.ts'
import { mayAs } from '@dailies/contract/project-role.ts'
import type { ReviewSubject } from '@dailies/contract/review.ts'
import { Button } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { useMutation } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useCommands } from '../palette/commands.ts'
import { errorText } from '../ui/error-text.ts'
import { useCurrentReview } from './current.ts'

interface ReviewTogetherProps {
  projectId: string
  role: ProjectRole
  plays: ReviewSubject
  /** What the session is called. */
  name: string
}

/** Starts a review session of something. Nothing to who may only look. */
export function ReviewTogether({ projectId, role, plays, name }: ReviewTogetherProps) {
  const current = useCurrentReview()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      // A list of takes does not wait for it.
      const { startReview } = await import('./use-review.ts')
      await startReview(projectId, { name: name.slice(0, 100).trim() || 'Review', plays })
    },
    onError: (error) => notify(errorText(error), { failed: true }),
  })
  const isOffered = mayAs(role, 'reviewer') && !current
  useCommands(() => (isOffered ? [{ name: 'Review together', icon: Users, run: () => mutate() }] : []))
  if (!isOffered) return null
  return (
    <Button icon={Users} busy={isPending} onClick={() => mutate()}>
      Review together
    </Button>
  )
}

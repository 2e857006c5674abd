import { exactTime } from '@dailies/ui/time.tsx'
import type { Reply } from '../../api/call.ts'
import { ShownOnce } from '../../ui/shown-once.tsx'

/** The one time that a signing secret is shown. */
export function ShownSecret({
  made,
  onClose,
}: {
  made: Reply<'createWebhook'>['data']
  onClose: () => void
}) {
  return (
    <ShownOnce title="The secret that signs" name="Secret" secret={made.secret} onClose={onClose}>
      <p className="text-muted">
        Give it to the receiver: with it, it checks that what arrives is from here, and unchanged.
      </p>
      {made.previousSecretExpiresAt && (
        <p className="rounded-lg bg-info-soft px-3 py-2 text-info">
          The secret before signs along until {exactTime(made.previousSecretExpiresAt)}.
        </p>
      )}
    </ShownOnce>
  )
}

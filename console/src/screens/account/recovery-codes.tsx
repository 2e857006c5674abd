import { ShownOnce } from '../../ui/shown-once.tsx'

/** The one time that recovery codes are shown. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <ShownOnce
      title="Your recovery codes"
      name="Recovery codes"
      secret={codes.join('\n')}
      file="dailies-recovery-codes.txt"
      description="Without your phone each of these lets you in once. They are shown this once: keep them where you keep passwords, or on paper."
      onClose={onClose}
    />
  )
}

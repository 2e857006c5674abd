import type { Reply } from '../../api/call.ts'
import { curlLine } from '../../api/curl-line.ts'
import { Code } from '../../ui/code.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'

/** The one time that a token is shown, with a line to try it. */
export function ShownToken({ made, onClose }: { made: Reply<'createToken'>['data']; onClose: () => void }) {
  const mayRead = made.permissions.includes('read')
  return (
    <ShownOnce title="Your new token" name="Token" secret={made.token} onClose={onClose}>
      <p className="text-muted">
        For the browser extension: paste it into its panel, with this address,{' '}
        <code className="font-mono break-all text-ink">{location.origin}</code>
      </p>
      {mayRead && (
        <div>
          <h3 className="mb-1 text-sm font-medium">Try it: this lists your projects</h3>
          <Code
            label="Line to try the token"
            text={curlLine({ path: '/api/extension/projects', token: made.token })}
          />
        </div>
      )}
    </ShownOnce>
  )
}

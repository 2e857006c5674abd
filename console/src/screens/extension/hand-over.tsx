import { Button } from '@dailies/ui/button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { PlugZap } from 'lucide-react'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { tokensChanged } from '../../api/tokens-changed.ts'
import { Code } from '../../ui/code.tsx'
import { FormError, useSubmit } from '../../ui/form.tsx'
import { useOffer } from './use-offer.ts'

/** Makes a token for the extension and hands it over, with the address of this service. */
export function HandOver() {
  const queryClient = useQueryClient()
  const [token, setToken] = useState<string>()
  const { isHere, taken } = useOffer(token)
  const status = useRef<HTMLParagraphElement>(null)
  const form = useSubmit(async () => {
    const { data } = await call('createToken', {
      body: {
        name: `Browser extension (${navigator.userAgent.includes('Firefox/') ? 'Firefox' : 'Chrome'})`,
        permissions: ['read', 'capture', 'selection', 'preferences'],
      },
    })
    setToken(data.token)
    // The button goes away: the keyboard must not be left nowhere.
    status.current?.focus()
    await tokensChanged(queryClient)
  })
  return (
    <div className="flex w-full max-w-prose flex-col items-start gap-3">
      {token === undefined && (
        <>
          <p>
            Makes a token that may read, capture, select and remember your preferences, for 90 days, and hands
            it to the extension with the address of this service.
          </p>
          <Button look="primary" icon={PlugZap} busy={form.busy} onClick={() => form.submit()}>
            Connect the extension
          </Button>
          <FormError>{form.message([])}</FormError>
        </>
      )}
      <p
        ref={status}
        role="status"
        tabIndex={-1}
        className={`rounded-lg px-3 py-2 empty:p-0 ${taken ? 'bg-good-soft text-good' : 'bg-info-soft text-info'}`}
      >
        {token !== undefined && whatNext({ isHere, taken })}
      </p>
      {token !== undefined && !taken && <PasteThem token={token} />}
    </div>
  )
}

function whatNext({ isHere, taken }: { isHere: boolean; taken: boolean }): string {
  if (taken) {
    return 'The extension has the address and the token: say yes in its panel, and it is connected.'
  }
  if (isHere) return 'The extension is taking it over …'
  return 'Now click the icon of Dailies in the toolbar of your browser: it takes the token from this page.'
}

function PasteThem({ token }: { token: string }) {
  return (
    <details className="w-full">
      <summary className="w-fit rounded-lg py-2 pr-2">Or paste them yourself</summary>
      <div className="mt-1 flex flex-col gap-2">
        <Code label="Address" text={location.origin} />
        <Code label="Token, shown this once" text={token} />
      </div>
    </details>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, PlugZap } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/code.tsx'
import { FormError, useSubmit } from '../../ui/form.tsx'
import { touched } from '../tokens/touched.ts'
import { useOffer } from './use-offer.ts'

/** Makes a token for the extension and hands it over, with the address of this service. */
export function HandOver() {
  const queryClient = useQueryClient()
  const [token, setToken] = useState<string>()
  const { isHere, taken } = useOffer(token)
  const form = useSubmit(async () => {
    const { data } = await call('createToken', {
      body: {
        name: `Browser extension (${navigator.userAgent.includes('Firefox/') ? 'Firefox' : 'Chrome'})`,
        permissions: ['read', 'capture', 'selection', 'preferences'],
      },
    })
    setToken(data.token)
    await touched(queryClient)
  })
  if (taken) return <Taken />
  return (
    <div className="flex w-full max-w-prose flex-col items-start gap-3">
      {token === undefined ? (
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
      ) : (
        <>
          <p role="status" className="rounded-lg bg-info-soft px-3 py-2 text-info">
            {isHere
              ? 'The extension is taking it over …'
              : 'Now click the icon of Dailies in the toolbar of your browser: it takes the token from this page.'}
          </p>
          <details className="w-full">
            <summary className="w-fit rounded-lg py-2 pr-2">Or paste them yourself</summary>
            <div className="mt-1 flex flex-col gap-2">
              <Code label="Address" text={location.origin} />
              <Code label="Token, shown this once" text={token} />
            </div>
          </details>
        </>
      )}
    </div>
  )
}

function Taken() {
  return (
    <p role="status" className="flex gap-2 rounded-lg bg-good-soft px-3 py-2 text-good">
      <CircleCheck size={18} className="mt-0.5 shrink-0" aria-hidden />
      The extension has the address and the token: say yes in its panel, and it is connected.
    </p>
  )
}

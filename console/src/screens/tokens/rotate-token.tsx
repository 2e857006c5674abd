import type { Token } from '@dailies/contract/token.ts'
import { Button } from '@dailies/ui/button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Reply } from '../../api/call.ts'
import { tokensChanged } from '../../api/tokens-changed.ts'
import { Choice } from '../../ui/choice.tsx'
import { Actions, Dialog } from '../../ui/dialog.tsx'
import { FormError, useSubmit } from '../../ui/form.tsx'

const overlaps = [
  { value: '0', label: 'At once', hint: 'For one that others may have seen.' },
  { value: '3600', label: 'In an hour', hint: 'For a program that you set up anew right now.' },
  { value: '86400', label: 'In 24 hours', hint: 'For one that several machines use.' },
]

interface RotateTokenProps {
  token: Token
  onClose: () => void
  onMade: (made: Reply<'rotateToken'>['data']) => void
}

/** Makes the successor of a token. */
export function RotateToken({ token, onClose, onMade }: RotateTokenProps) {
  const queryClient = useQueryClient()
  const [overlap, setOverlap] = useState('3600')
  const form = useSubmit(async () => {
    const body = { overlapSeconds: Number(overlap) }
    const { data } = await call('rotateToken', { params: { id: token.id }, body })
    onMade(data)
    await tokensChanged(queryClient)
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Rotate a token"
      description="A new one takes its place: same name, same permissions, 90 days of its own."
    >
      <form onSubmit={form.submit} className="flex flex-col gap-4">
        <p className="font-medium wrap-anywhere">{token.name}</p>
        <Choice legend="When the old one ends" items={overlaps} value={overlap} onChange={setOverlap} />
        <FormError>{form.message([])}</FormError>
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={form.busy}>
            Rotate
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}

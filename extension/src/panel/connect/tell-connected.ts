import { notify } from '@dailies/ui/notices.ts'
import type { Lacking } from '../../connection/check-token.ts'
import { text } from '../../texts.ts'
import { sendNow } from '../background.ts'

/** What to do and say after a connection was made: what waited is sent, and what the token may not do is told. */
export function tellConnected({ address, lacks }: { address: string; lacks: readonly Lacking[] }): void {
  void sendNow()
  notify(lacks.length === 0 ? text('connectDone', address) : lacksText(lacks))
}

export function lacksText(lacks: readonly Lacking[]): string {
  return text('connectLacks', lacks.map((one) => text(`connectMay_${one}`)).join(', '))
}

import type { ConnectProblem } from '../../connection/connect.ts'
import { text } from '../../texts.ts'

/** What is wrong, and what to do about it. */
export function problemText(problem: ConnectProblem): string {
  switch (problem.kind) {
    case 'no-address':
      return text('connectNoAddress')
    case 'unreachable':
      return text('connectUnreachable', problem.address)
    case 'other':
      return text('connectOther', problem.address)
    case 'no-access':
      return text('connectNoAccess', new URL(problem.address).host)
    case 'moved':
      return text('connectMoved', problem.address, problem.to)
    case 'malformed':
      return problem.length === 0 ? text('connectNoToken') : text('connectMalformed', problem.length)
    case 'refused':
      return text('connectRefused')
    case 'lacking':
      return text('connectLacking', problem.permissions.map((one) => text(`connectMay_${one}`)).join(', '))
    case 'unwell':
      return text('connectUnwell', problem.address, problem.message)
  }
}

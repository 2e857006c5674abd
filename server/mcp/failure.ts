import type { Endpoint } from '@dailies/contract/endpoint.ts'
import { endpoints } from '@dailies/contract/endpoints.ts'
import type { EndpointName } from '../../sdk/src/endpoints.ts'
import { DailiesError } from '../../sdk/src/error.ts'
import { cut, plain } from './plain.ts'

const longestMessage = 2000

/** What went wrong, as the service says it, and what to do about it. `asked` says what a token needs. */
export function failureText(error: unknown, asked: EndpointName): string {
  if (!(error instanceof DailiesError))
    return 'Something went wrong here. Try again; if it stays so, tell the user.'
  const { fieldErrors, formErrors } = error
  const fields = Object.entries(fieldErrors).map(([field, messages]) => `${field}: ${messages.join(', ')}`)
  const what = [error.message, ...fields, ...formErrors].join('. ')
  return cut(plain(`${what}. ${whatToDo(error, asked)}`), longestMessage)
}

function whatToDo({ status, retryAfter }: DailiesError, asked: EndpointName): string {
  const { permission, role }: Endpoint = endpoints[asked]
  const least = role ? `, of a user who is at least ${role} in the project` : ''
  switch (status) {
    case 400:
      return 'Correct it and try again.'
    case 401:
      return 'The token is missing, has expired or was revoked: ask the user for a new one.'
    case 403:
      return `This takes a token with the permission "${permission}"${least}. Do not try again; tell the user.`
    case 404:
      return 'It is not there, or not for this token to see. Take ids from list_projects, find_scene, list_shots and list_takes.'
    case 409:
      return 'Look at what it is now before you go on.'
    case 413:
    case 507:
      return 'Tell the user: a smaller file may do, or whoever runs Dailies gives it more room.'
    case 429:
      return `Try again ${retryAfter === undefined ? 'later' : `in ${retryAfter} seconds`}, and ask less often.`
    default:
      return status === 0 || status >= 500 ? 'Try again in a moment.' : 'Tell the user.'
  }
}

import { DailiesError } from '../error.ts'

type SystemError = NodeJS.ErrnoException & { port?: number; hostname?: string; address?: string }

/** What a command says of an error: one line for each thing that is wrong, and never a stack trace. */
export function errorText(error: unknown): string[] {
  if (error instanceof DailiesError && error.fieldErrors) {
    const ofFields = Object.entries(error.fieldErrors).flatMap(([field, messages]) =>
      messages.map((message) => `${field}: ${message}`),
    )
    return [...ofFields, ...(error.formErrors ?? [])]
  }
  if (error instanceof DailiesError && error.code === 'too_many_requests') {
    return [`${error.message}, try again in ${error.retryAfter} seconds`]
  }
  const { code, path, message, cause, port, hostname, address } = error as SystemError
  if (code === 'ENOENT') return [`${path}: no such file or folder`]
  if (code === 'EACCES' && path) return [`${path}: permission denied`]
  if (code === 'EADDRINUSE') return [`port ${port} is in use; choose another with --port`]
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL') {
    return [`cannot listen on ${hostname ?? address}; choose another with --host or DAILIES_HOST`]
  }
  const reason = cause instanceof Error && cause.message ? ` (${cause.message})` : ''
  return `${message}${reason}`.split('\n')
}

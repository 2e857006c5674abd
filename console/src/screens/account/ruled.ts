import { CallError } from '../../api/call.ts'

/** Does it; what the service says of a field that nobody typed stands for itself. */
export async function ruled<T>(field: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const messages = error instanceof CallError ? error.fieldErrors[field] : undefined
    if (!messages) throw error
    throw new CallError((error as CallError).status, { error: messages.join('. ') })
  }
}

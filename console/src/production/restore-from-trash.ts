import { notify } from '@dailies/ui/notices.ts'
import { errorText } from '../ui/error-text.ts'

/** Brings back what was deleted, and says so; or that somebody has done so already, where `read` finds it. */
export async function restoreFromTrash(
  name: string,
  { restore, read }: { restore: () => Promise<unknown>; read: () => Promise<unknown> },
): Promise<void> {
  try {
    await restore()
    notify(`${name} is back`)
  } catch (error) {
    const isBack = await read().then(
      () => true,
      () => false,
    )
    if (isBack) notify(`${name} was restored already`)
    else notify(errorText(error), { failed: true })
  }
}

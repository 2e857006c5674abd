import type { Locator } from 'playwright-core'

/** Presses Tab until it has the focus, as somebody without a mouse does. */
export async function tabTo(target: Locator, { most = 80 } = {}): Promise<void> {
  const page = target.page()
  for (let presses = 0; presses < most; presses++) {
    if (await hasFocus(target)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Not reached by ${most} times Tab: ${target}`)
}

export function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement)
}

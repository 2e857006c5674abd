import type { FileChooser, Page } from 'playwright-core'

/** Chooses files where `open` asks for them, as by a click or a key. */
export async function chooseFiles(
  page: Page,
  files: Parameters<FileChooser['setFiles']>[0],
  open: () => Promise<void>,
): Promise<void> {
  const asked = page.waitForEvent('filechooser')
  // A page takes a key before what it is told meanwhile, and then opens a window of its own: it answers once it was told.
  await page.evaluate(() => {})
  await open()
  await (await asked).setFiles(files)
}

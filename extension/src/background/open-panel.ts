import { browser } from 'wxt/browser'

/**
 * Both browsers open it only from within a click or a key: nothing may be awaited before this is called. False where it stays
 * closed: a message that came late is no click.
 */
export async function openPanel(windowId: number): Promise<boolean> {
  const { sidePanel, sidebarAction } = browser as unknown as {
    sidePanel?: { open(options: { windowId: number }): Promise<void> }
    sidebarAction?: { open(): Promise<void> }
  }
  try {
    await (sidePanel ? sidePanel.open({ windowId }) : sidebarAction?.open())
    return true
  } catch {
    return false
  }
}

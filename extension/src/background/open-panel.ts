import { browser } from 'wxt/browser'

/** Both browsers open it only from within a click or a key: nothing may be awaited before this is called. */
export function openPanel(windowId: number): void {
  const { sidePanel, sidebarAction } = browser as unknown as {
    sidePanel?: { open(options: { windowId: number }): Promise<void> }
    sidebarAction?: { open(): Promise<void> }
  }
  const opening = sidePanel ? sidePanel.open({ windowId }) : sidebarAction?.open()
  // Without a click (a message that came late) it stays closed; the badge of the icon says that something waits.
  opening?.catch(() => undefined)
}

import { type Browser, browser } from 'wxt/browser'
import { defineBackground } from 'wxt/utils/define-background'
import { forgetMarks } from '../background/captured-marks.ts'
import { askForOffer, keepOffer } from '../background/hand-over.ts'
import { createMenus, onMenu } from '../background/menus.ts'
import { openPanel } from '../background/open-panel.ts'
import { pageRequests } from '../background/page-requests.ts'
import { orderPage, tellPages } from '../background/pages.ts'
import { registerScripts } from '../background/register-scripts.ts'
import { capture, readLeftOver } from '../capture/capture.ts'
import { mediaAlarm } from '../media/keep-awake.ts'
import { openMedia } from '../media/media.ts'
import type { PageOrder, PanelRequests } from '../messages.ts'
import { alarmName, openSender } from '../queue/sender.ts'
import { teachActivePage } from '../teaching/begin.ts'

/**
 * The background: a service worker in Chrome, an event page in Firefox. The browser ends it whenever it likes, so that
 * all that lasts is on the disk, and every listener is there as soon as it has begun.
 */
export default defineBackground({
  type: 'module',
  main() {
    const media = openMedia()
    const sender = openSender(() => {
      media.wake()
      forgetMarks()
      tellPages({ order: 'refresh' })
    })
    /** Captures go first: what they look like follows. */
    const wake = () => {
      sender.wake()
      media.wake()
    }
    const inWorkspaceChanged = () => {
      forgetMarks()
      tellPages({ order: 'refresh' })
    }
    const ofPages = pageRequests(wake, inWorkspaceChanged)
    const ofPanel: { [N in keyof PanelRequests]: (request: PanelRequests[N]) => Promise<unknown> } = {
      sendNow: async () => {
        sender.wakeNow()
        media.wakeNow()
        await readLeftOver(wake)
      },
      permissionsChanged: async () => {
        forgetMarks()
        await registerScripts()
        sender.wakeNow()
        media.wakeNow()
        await tellPages({ order: 'refresh' })
      },
      order: (order) => orderActivePage(order),
      teach: ({ captureId }) => teachActivePage(captureId),
      leaveMedia: ({ id }) => media.leave(id),
      sendMediaAgain: ({ id }) => media.again(id),
    }

    browser.runtime.onInstalled.addListener(async () => {
      await createMenus()
      await registerScripts()
    })
    browser.runtime.onStartup.addListener(registerScripts)
    browser.permissions.onAdded.addListener(registerScripts)
    browser.permissions.onRemoved.addListener(registerScripts)
    browser.alarms.onAlarm.addListener(({ name }) => {
      if (name === mediaAlarm) media.wake()
      if (name !== alarmName) return
      sender.wake()
      readLeftOver(wake).catch(console.error)
    })
    self.addEventListener('online', () => {
      sender.wakeNow()
      media.wakeNow()
    })

    browser.action.onClicked.addListener(async (tab) => {
      openPanel(tab.windowId)
      if (tab.id !== undefined) await askForOffer(tab.id)
    })
    browser.contextMenus.onClicked.addListener((info, tab) =>
      onMenu(info, tab, (sightings) => capture(sightings, { url: info.frameUrl ?? tab?.url }, wake)),
    )
    browser.commands.onCommand.addListener(async (command) => {
      if (command === 'capture' || command === 'grid' || command === 'focus') {
        await orderActivePage({ order: command })
      }
    })

    browser.runtime.onMessage.addListener((message: unknown, from, answer) => {
      reply(message, from).then(answer, (error: unknown) => {
        console.error(error)
        answer({ error: error instanceof Error ? error.message : String(error) })
      })
      // The answer comes later.
      return true
    })

    async function reply(message: unknown, from: Browser.runtime.MessageSender): Promise<unknown> {
      const { name, request } = (message ?? {}) as { name?: string; request?: never }
      if (name === 'offer') return { taken: await keepOffer(request, from) }
      const isOwn = from.url?.startsWith(`${location.origin}/`) ?? false
      if (isOwn && name && Object.hasOwn(ofPanel, name)) return ofPanel[name as keyof PanelRequests](request!)
      if (name && Object.hasOwn(ofPages, name)) {
        return ofPages[name as keyof typeof ofPages](request!, from)
      }
      throw new Error(`Nobody answers ${String(name)}`)
    }

    // What an end of the background, or of the browser, left behind.
    readLeftOver(wake).then(wake, console.error)
  },
})

/** Tells the page that the user is at. */
async function orderActivePage(order: PageOrder): Promise<{ told: boolean }> {
  const [tab] = await browser.tabs.query({ active: true, lastFocusedWindow: true })
  return { told: tab?.id !== undefined && (await orderPage(tab.id, order)) }
}

/** Starts a service by the environment, asks it for something, and prints the addresses of all modules that it loaded. */
import { registerHooks } from 'node:module'

const found = new Set<string>()
registerHooks({
  load: (url, context, next) => {
    found.add(url)
    return next(url, context)
  },
})

const { readSettings } = await import('../config.ts')
const { openLog } = await import('../log.ts')
const { startService } = await import('../main.ts')
const service = await startService(readSettings({}, process.env), openLog('silent'), { silence: 0 })
await (await fetch(`${service.address}/api/extension/projects`)).text()
await service.close()
console.log([...found].join('\n'))

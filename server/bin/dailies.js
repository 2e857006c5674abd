#!/usr/bin/env node
// Plain JavaScript of any age: it must be able to say on an old Node that it is too old.
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    `dailies: Node ${process.versions.node} is too old. Run it as "npx dailies": the checkout brings its own Node 26.`,
  )
  process.exit(1)
}

// Compiled code and stripped types are kept from one start to the next: it halves the time to the first answer.
const { enableCompileCache } = await import('node:module')
const { fileURLToPath } = await import('node:url')
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/dailies', import.meta.url)))
await import('../cli.ts')

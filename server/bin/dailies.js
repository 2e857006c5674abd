#!/usr/bin/env node
// Plain JavaScript of any age: it must be able to say on an old Node that it is too old. And CommonJS, which Node loads in a third of
// the time of a module: it is loaded twice.
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    `dailies: Node ${process.versions.node} is too old. Run it as "npx dailies": the checkout brings its own Node 26.`,
  )
  process.exit(1)
}

// What V8 and the C library take only at their start (docs/decisions/0024-memory.md): a smaller young generation, which does
// not begin at its smallest, a way to ask for a collection, nothing that is taken for old before it is, and large pieces that go back
// to the system as soon as they are free.
const flags = [
  '--max-semi-space-size=8',
  '--min-semi-space-size=2',
  '--expose-gc',
  '--no-allocation-site-pretenuring',
]
const environment = { MALLOC_MMAP_THRESHOLD_: '32768', ...process.env }
const runsLong = ['serve', 'worker', 'demo'].includes(process.argv[2])
if (runsLong && process.platform !== 'win32' && !process.execArgv.includes(flags[0])) {
  const args = [process.execPath, ...flags, ...process.execArgv, ...process.argv.slice(1)]
  process.execve(process.execPath, args, environment)
}

const { existsSync } = require('node:fs')
const { join } = require('node:path')
// An installation has what was built alone (scripts/package.ts), and nothing is written beside it: whoever sets NODE_COMPILE_CACHE has
// compiled code kept there. A checkout takes its bundle while its sources are the same, and keeps compiled code and stripped types from
// one start to the next: it halves the time to the first answer.
if (existsSync(join(__dirname, '../cli.js'))) import(runsLong ? '../service.js' : '../cli.js')
else {
  require('node:module').enableCompileCache(join(__dirname, '../../node_modules/.cache/dailies'))
  const { bundled } = require('./bundled.js')
  import(bundled(runsLong ? 'service' : 'command') ?? '../cli.ts')
}

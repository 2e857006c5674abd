// Plain JavaScript, and CommonJS: to load a module, and to strip its types, takes 10 ms of every start.
const { readFileSync, statSync } = require('node:fs')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')

exports.bundled = (which, root = join(__dirname, '../..')) => {
  const folder = join(root, 'server/dist')
  try {
    const { builtAt, inputs, [which]: entry } = JSON.parse(readFileSync(join(folder, 'bundle.json'), 'utf8'))
    // When a file came to be as it is and where it is; when it was last written a copy takes along.
    const isSame = inputs.every((path) => statSync(`${root}/${path}`).ctimeMs < builtAt)
    statSync(join(folder, entry))
    return isSame ? pathToFileURL(join(folder, entry)).href : undefined
  } catch {
    return undefined
  }
}

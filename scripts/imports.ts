import { dirname, join } from 'node:path'

export interface Import {
  /** A path from the root of the checkout, or the name of a package. */
  to: string
  /** `types`: nothing else; `address`: of a worker, say, which is loaded by itself. */
  what: 'values' | 'types' | 'address'
  /** Whether it is made only when the program comes by. */
  whenAsked: boolean
}

/** `import … from '…'`, `export … from '…'`, `import('…')`, `new URL('…', …)`; in style sheets `@import "…"`. */
const naming =
  /(?:^(?:import|export)( type)?\b(?:[^'"=;()]* from)? |^@(?:import|source) |\b(import)\(\s*|\b(new URL)\()['"]([^'"]+)['"]/gm

/** What the text of a file imports; the file is named by its path from the root. */
export function importsIn(text: string, file: string): Import[] {
  return [...text.matchAll(naming)].map(([, types, whenAsked, address, name]) => ({
    to: name!.startsWith('.') || address ? join(dirname(file), name!) : withoutScope(name!),
    what: types ? 'types' : address ? 'address' : 'values',
    whenAsked: whenAsked !== undefined,
  }))
}

/** `@dailies/contract/asset.ts` is `contract/asset.ts`. */
function withoutScope(name: string): string {
  return name.replace(/^@dailies\/(?=.*\/)/, '')
}

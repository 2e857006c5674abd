import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, test } from 'node:test'
import { openApiDocument } from '../contract/openapi.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const exclude = ['**/node_modules/**', '**/dist*/**', '**/.wxt/**']
const pages = globSync('{*,{docs,bench,sdk}/**/*}.md', { cwd: root, exclude })
const sources = globSync('*/**/*.{ts,tsx}', { cwd: root, exclude })

describe('what the source cites', () => {
  test('can be read here: the page is there, and has the heading', () => {
    const cited = sources.flatMap(citationsIn)
    assert.ok(cited.filter(({ heading }) => heading).length > 30, 'citations are found at all')
    const missing = cited.filter(({ page, heading }) => {
      if (!existsSync(join(root, page))) return true
      return heading !== undefined && !headingsOf(page).includes(heading)
    })
    assert.deepEqual(missing, [])
  })

  test('is no specification that nobody who reads it has', () => {
    const own = relative(root, import.meta.filename)
    const citing = sources.filter(
      (file) => file !== own && /\bSpecification: "|\bdesign\.md\b/.test(read(file)),
    )
    assert.deepEqual(citing, [])
  })
})

/** `docs/interface.md`, or `docs/interface.md, "Errors"`, also where the line of a comment ends in between. */
function citationsIn(file: string): { from: string; page: string; heading: string | undefined }[] {
  // Tests of other things name pages that are not there.
  if (/\.test\.ts$/.test(file)) return []
  const text = read(file).replace(/\n\s*(\*|\/\/) /g, ' ')
  return [...text.matchAll(/\bdocs\/[\w/-]+\.md\b(?:, "([^"]+)")?/g)].map(([whole, heading]) => ({
    from: file,
    page: whole.replace(/,.*/s, ''),
    heading,
  }))
}

describe('links between the pages', () => {
  for (const page of pages) {
    test(`${page} leads to pages and headings that are there`, () => {
      const broken = linksOf(page).filter((link) => {
        const [path = '', anchor] = link.split('#')
        const target = path === '' ? page : join(dirname(page), path)
        if (!existsSync(join(root, target))) return true
        return anchor !== undefined && !headingsOf(target).map(slugOf).includes(anchor)
      })
      assert.deepEqual(broken, [])
    })
  }
})

function linksOf(page: string): string[] {
  const links = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  return links.filter((link) => !/^[a-z]+:/.test(link))
}

function headingsOf(page: string): string[] {
  return [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
}

/** Without what is code. */
function proseOf(page: string): string {
  return read(page).replace(/^ *```.*?^ *```$/gms, '')
}

/** As GitHub makes them. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
}

describe('docs/interface.md', () => {
  const page = 'docs/interface.md'
  const { paths, components } = openApiDocument('1.2.3')
  const operations = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/extension/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, { responses: object }>).map(([method, { responses }]) => ({
        name: `${method.toUpperCase()} ${path}`,
        statuses: Object.keys(responses),
      })),
    )

  test('has a heading for every endpoint of the extension, and for no other', () => {
    const named = headingsOf(page).filter((heading) => /^[A-Z]+ \//.test(heading))
    assert.deepEqual(named.toSorted(), operations.map(({ name }) => name).toSorted())
  })

  test('says which statuses each has beside those that all may have', () => {
    const ofAll = ['304', '401', '403', '413', '415', '429', '500', '503']
    const listed = [...read(page).matchAll(/^\| `([A-Z]+ \/\S+)` \| ([\d, ]+) \|/gm)]
    assert.deepEqual(
      listed.map(([, name, statuses]) => `${name}: ${statuses}`),
      operations.map(
        ({ name, statuses }) => `${name}: ${statuses.filter((status) => !ofAll.includes(status)).join(', ')}`,
      ),
    )
  })

  test('names no schema that is not in the OpenAPI document', () => {
    const known = Object.values(components).flatMap((kind) => Object.keys(kind))
    const named = [...proseOf(page).matchAll(/`([^`]+)`/g)].flatMap(
      ([, code = '']) => code.match(/(?<![\w-])[A-Z][a-z]+(?:[A-Z][a-z]+)+(?![\w-])/g) ?? [],
    )
    assert.ok(named.length > 10)
    assert.deepEqual(
      named.filter((name) => !known.includes(name)),
      [],
    )
  })
})

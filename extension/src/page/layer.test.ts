import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'

const css = readFileSync(join(import.meta.dirname, 'layer.css'), 'utf8')
const console = readFileSync(join(import.meta.dirname, '../../../ui/styles.css'), 'utf8')
const [light, dark, both] = css.match(/:host \{[^}]*\}/g)!.map(coloursIn) as [Colours, Colours, Colours]

type Colours = Record<string, string>

describe('The colours of what is shown in a page', () => {
  for (const [theme, colours] of Object.entries({ light, dark })) {
    // axe-core cannot tell in a layer that has no size of its own.
    test(`text has a contrast of 4.5 or more on what it stands on (${theme})`, () => {
      for (const text of ['ink', 'muted', 'good', 'warn', 'bad']) {
        assert.ok(contrast(colours[text]!, colours.raised!) >= 4.5, text)
      }
      assert.ok(contrast(both['on-accent']!, both['accent-fill']!) >= 4.5)
      assert.ok(contrast(colours.accent!, colours.raised!) >= 3)
    })
  }

  test('are those of the console', () => {
    const pairs = console.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\)/g)
    const consoles = new Map(Array.from(pairs, ([, name, ...both]) => [name!, both]))
    for (const name of Object.keys(light)) {
      const own = [light[name], dark[name]]
      // Lines are stronger here, where what is around them may have any colour.
      if (name !== 'line') assert.deepEqual(own, consoles.get(name === 'bad' ? 'danger' : name), name)
    }
    assert.deepEqual(Object.keys(dark), Object.keys(light))
    for (const [name, value] of Object.entries(both))
      assert.ok(console.includes(`--${name}: ${value};`), name)
  })
})

function coloursIn(rule: string): Colours {
  return Object.fromEntries(
    Array.from(rule.matchAll(/--([\w-]+): (#\w{6});/g), ([, name, value]) => [name, value]),
  )
}

/** WCAG 2.2, "contrast ratio". */
function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string): number {
  const [red, green, blue] = colour.match(/\w\w/g)!.map((part) => {
    const value = Number.parseInt(part, 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

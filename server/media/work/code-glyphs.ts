/** Five dots wide and seven high, row by row, a bit a dot. */
const glyphs: Record<string, string> = {
  '0': '0e11131519110e',
  '1': '040c040404040e',
  '2': '0e11010204081f',
  '3': '1f02040201110e',
  '4': '02060a121f0202',
  '5': '1f101e0101110e',
  '6': '0608101e11110e',
  '7': '1f010204080808',
  '8': '0e11110e11110e',
  '9': '0e11110f01020c',
  a: '00000e010f110f',
  b: '1010161911111e',
  c: '00000e1010110e',
  d: '01010d1311110f',
  e: '00000e111f100e',
  f: '0609081c080808',
  '-': '0000001f000000',
}

const [dotsWide, dotsHigh] = [6, 7]

/** Which pixels a text covers: 255 each, else 0. */
export interface Mask {
  width: number
  height: number
  data: Uint8Array
}

/** A text of digits, letters from a to f, hyphens and spaces, `dot` pixels a dot: drawn without any font. */
export function drawCode(text: string, dot: number): Mask {
  const [width, height] = [Math.max(1, text.length * dotsWide * dot), dotsHigh * dot]
  const data = new Uint8Array(width * height)
  for (const [index, character] of [...text].entries()) {
    const rows = Buffer.from(glyphs[character] ?? '', 'hex')
    for (let y = 0; y < height; y += 1) {
      const row = rows[Math.floor(y / dot)] ?? 0
      for (let x = 0; x < dotsWide * dot; x += 1) {
        const column = Math.floor(x / dot)
        if (column < 5 && (row >> (4 - column)) & 1) data[y * width + index * dotsWide * dot + x] = 255
      }
    }
  }
  return { width, height, data }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Text that says something: neither empty nor of spaces alone. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** A number, or text that is one. Text that would lose digits as a number stays text. */
export function numberOf(value: unknown): number | string | undefined {
  if (typeof value === 'number') return value
  const text = textOf(value)
  return text !== undefined && /^-?\d/.test(text) ? numeric(text) : undefined
}

/** A number where that loses nothing, else the text: seeds may have more digits than a double holds. */
export function numeric(text: string): number | string {
  if (text.length > 24 || !/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) return text
  const number = Number(text)
  if (text.includes('.')) return text.length <= 16 ? number : text
  return Number.isSafeInteger(number) ? number : text
}

/** `832x1216` and the like, in pixels. */
export function sizeOf(text: string | undefined): { width: number; height: number } | undefined {
  const match = /^\(?(\d{1,5})\s*[x×,]\s*(\d{1,5})\)?$/.exec(text?.trim() ?? '')
  return match ? { width: Number(match[1]), height: Number(match[2]) } : undefined
}

/** Without the members that tell nothing. */
export function told<Members extends object>(members: Members): Partial<Members> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => !isEmpty(value)),
  ) as Partial<Members>
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** The name of a model without its folder and the ending of its file, as most tools write it. */
export function modelNameOf(file: unknown): string | undefined {
  const name = textOf(file)
    ?.split(/[\\/]/)
    .at(-1)
    ?.replace(/\.(?:safetensors|sft|ckpt|gguf|pth?|bin|onnx)$/i, '')
  return textOf(name)
}

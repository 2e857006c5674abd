/** Whether a client that sent this `Accept-Encoding` reads gzip. RFC 9110, section 12.5.3. */
export function takesGzip(accepted: string | undefined): boolean {
  if (!accepted) return false
  const weight = weightOf(accepted, 'gzip') ?? weightOf(accepted, '*')
  return weight !== undefined && weight > 0
}

function weightOf(accepted: string, coding: string): number | undefined {
  for (const item of accepted.split(',')) {
    const [name = '', ...parameters] = item.split(';')
    if (name.trim().toLowerCase() !== coding) continue
    const weight = parameters.map((one) => /^\s*q=([0-9.]+)\s*$/i.exec(one)?.[1]).find(Boolean)
    return weight === undefined ? 1 : Number(weight)
  }
  return undefined
}

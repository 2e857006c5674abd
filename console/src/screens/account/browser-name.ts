const browsers: [pattern: RegExp, name: string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\//, 'Chrome without a window'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/\S+ .*Safari\//, 'Safari'],
]

const systems: [pattern: RegExp, name: string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * Browser and system, as far as a `User-Agent` tells: many browsers say that they are Chrome, and an iPad may say that
 * it is a Mac. What says neither is named by its first word, as `curl/8.5`. (RFC 9110, section 10.1.5)
 */
export function browserName(userAgent: string | null): string {
  if (!userAgent?.trim()) return 'Unknown browser'
  const browser = find(browsers, userAgent)
  const system = find(systems, userAgent)
  if (!browser)
    return system ? `Some browser on ${system}` : (userAgent.trim().split(/\s/)[0] ?? '').slice(0, 60)
  return system ? `${browser} on ${system}` : browser
}

function find(list: [pattern: RegExp, name: string][], userAgent: string): string | undefined {
  return list.find(([pattern]) => pattern.test(userAgent))?.[1]
}

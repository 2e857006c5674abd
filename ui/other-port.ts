/**
 * Whether an address is of the same host as `own`, and not of the same service: browsers send a cookie to every port of
 * its host (RFC 6265, section 8.5), so what is loaded from there gets the session of whoever looks.
 */
export function isOnOtherPort(address: string, own: string): boolean {
  if (!URL.canParse(address) || !URL.canParse(own)) return false
  const [there, here] = [new URL(address), new URL(own)]
  return there.hostname === here.hostname && there.origin !== here.origin
}

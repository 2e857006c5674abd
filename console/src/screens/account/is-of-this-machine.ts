/** Whether a host name means, to whoever opens it, the machine that they sit at (RFC 6761, section 6.3; RFC 6890). */
export function isOfThisMachine(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0|\[::\])$/.test(hostname)
}

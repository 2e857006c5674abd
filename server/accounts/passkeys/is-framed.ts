/** Whether a page of somebody else had ours in a frame when it asked: nobody has a reason to. WebAuthn, section 5.8.1. */
export function isFramed(clientDataJSON: string): boolean {
  try {
    const { crossOrigin, topOrigin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    return crossOrigin === true || topOrigin !== undefined
  } catch {
    return true
  }
}

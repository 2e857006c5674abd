/**
 * scrypt (RFC 7914) with N = 16384, r = 16, p = 1, of the password in NFKC, as better-auth hashes. Loaded when there is
 * something to hash: most commands start without it.
 */
export async function hashPassword(password: string): Promise<string> {
  const { hashPassword } = await import('better-auth/crypto')
  return hashPassword(password)
}

export async function isPassword(password: string, hash: string): Promise<boolean> {
  const { verifyPassword } = await import('better-auth/crypto')
  return verifyPassword({ hash, password })
}

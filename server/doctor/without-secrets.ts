import type { Settings } from '../config.ts'
import { addressesOf } from '../db/postgres-addresses.ts'
import { printable } from '../printable.ts'

/**
 * Takes what is secret in the settings out of a text, wherever it comes from: checks pass on what drivers, servers and the system say,
 * and those may say again what they were given.
 */
export function withoutSecrets(
  settings: Settings,
  environment: Record<string, string | undefined>,
): (text: string) => string {
  const { AWS_SECRET_ACCESS_KEY: key, AWS_SESSION_TOKEN: session } = environment
  const { databaseUrl, databaseDirectUrl, databaseReplicaUrl, smtpUrl, secretKey, oidcClientSecret } =
    settings
  const { otelHeaders, otelTracesHeaders, otelMetricsHeaders } = settings
  const databases = [databaseUrl, databaseDirectUrl, databaseReplicaUrl]
  const secrets = [...databases, smtpUrl, secretKey, oidcClientSecret, key, session]
    .concat(otelHeaders, otelTracesHeaders, otelMetricsHeaders)
    .concat(databases.flatMap(passwordsIn), passwordsIn(smtpUrl))
    // The longest first, for others may be in them.
    .filter((secret) => secret !== undefined && secret.length >= shortest)
    .sort((one, other) => other!.length - one!.length) as string[]
  return (text) =>
    printable(
      secrets
        .reduce((left, secret) => left.replaceAll(secret, '…'), text)
        // Of an address that is in nobody's settings.
        .replace(/\/\/[^\s/@]*@/g, '//'),
    )
}

/** Of what is shorter, every word would lose some letters. */
const shortest = 4

/** As it stands in the address, and what that means. */
function passwordsIn(address: string | undefined): (string | undefined)[] {
  if (address === undefined) return []
  const { password, searchParams } = new URL(addressesOf(address)[0]!)
  return [password, decoded(password), searchParams.get('password') ?? undefined]
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

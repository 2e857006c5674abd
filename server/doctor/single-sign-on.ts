import { ProviderAway } from '../accounts/provider/bounded-fetch.ts'
import { Provider } from '../accounts/provider/provider.ts'
import { isProvider } from '../accounts/provider/provider-settings.ts'
import type { Settings } from '../config.ts'
import { type Finding, failed, skipped, warned, well } from './check.ts'
import { spanText } from './words.ts'

/** Milliseconds by which the clocks may differ: ID tokens are of a moment, and a minute is let pass. */
const apart = { warned: 10_000, failed: 60_000 }

/** Whether the identity provider answers as it should. Nobody is signed in, and no secret is sent. */
export async function checkSingleSignOn(settings: Settings, signal: AbortSignal): Promise<Finding> {
  if (!isProvider(settings)) return skipped('No identity provider is set (DAILIES_OIDC_ISSUER).')
  const { host } = new URL(settings.oidcIssuer)
  const before = Date.now()
  try {
    const { date, refreshes } = await new Provider(settings, { signal }).greet()
    const ahead = date === null ? 0 : aheadOf(Date.parse(date), before)
    if (Math.abs(ahead) >= apart.warned) return wrongClock(host, ahead)
    if (!refreshes)
      return warned(
        `The identity provider at ${host} answers, but lists no scope offline_access: sessions last an hour, and are begun anew there.`,
        'Let the provider give refresh tokens to Dailies where it can, and see DAILIES_OIDC_SCOPES.',
      )
    return well(`The identity provider at ${host} answers, and its clock and that of this machine agree.`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'nobody says why'
    return failed(
      `The identity provider at ${host} cannot be used: ${reason}.`,
      error instanceof ProviderAway
        ? 'See that it runs and can be reached from here, by HTTPS with a certificate that this machine trusts.'
        : 'Set DAILIES_OIDC_ISSUER to what stands at "issuer" in its /.well-known/openid-configuration, to the letter.',
    )
  }
}

/** The header tells whole seconds, of a moment since it was asked. */
function aheadOf(there: number, before: number): number {
  const after = Date.now()
  if (Number.isNaN(there)) return 0
  if (there + 1000 < before) return there + 1000 - before
  return there > after ? there - after : 0
}

function wrongClock(host: string, ahead: number): Finding {
  const side = ahead > 0 ? 'ahead of' : 'behind'
  const found = `The clock of the identity provider at ${host} is ${spanText(Math.abs(ahead))} ${side} that of this machine.`
  const todo =
    'Set both machines by time servers (NTP): what is signed there for another time is not believed here.'
  return Math.abs(ahead) < apart.failed ? warned(found, todo) : failed(found, todo)
}

/** What is to be done before a package can be handed out, which has to name whom to write to; undefined where `DAILIES_MAINTAINER` does. */
export function missingMaintainer(): string | undefined {
  if (/^[^<>\n]+ <[^<>@\s]+@[^<>@\s]+>$/.test(process.env.DAILIES_MAINTAINER ?? '')) return undefined
  return 'Set DAILIES_MAINTAINER to who answers for the Debian package, such as: Ada <ada@studio.example>'
}

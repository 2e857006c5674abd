/** An address of PostgreSQL as libpq has it, which may name several hosts: `postgres://user@one:5432,two:5433/database`. */
const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)(.*)$/s

/** One address for each host, in their order. https://www.postgresql.org/docs/18/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS */
export function addressesOf(url: string): string[] {
  const [, before = url, hosts = '', after = ''] = parts.exec(url) ?? []
  return hosts.split(',').map((host) => before + host + after)
}

/** Several hosts with a driver that knows one, or what is no address. */
export function isAddress(url: string): boolean {
  const all = addressesOf(url)
  return all.every((one) => URL.canParse(one) && (all.length === 1 || new URL(one).host !== ''))
}

/** Whether it is to be seen to that the server takes writes: it was asked for, or there are several of which one does. */
export function choosesPrimary(url: string): boolean {
  const [first, second] = addressesOf(url)
  const asked = new URL(first!).searchParams.get('target_session_attrs')
  return second !== undefined || asked === 'read-write' || asked === 'primary'
}

/** The part of it that is no secret: `one:5432,two:5433/database`. */
export function placeIn(url: string): string {
  const all = addressesOf(url).map((one) => new URL(one))
  const [{ pathname, searchParams } = new URL(url)] = all
  const hosts = all.map(({ host }) => host).filter((host) => host !== '')
  return `${hosts.join(',') || searchParams.get('host') || 'the local socket'}${pathname}`
}

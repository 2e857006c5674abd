import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'
import { client, type ProviderPerson } from './identity-provider.ts'

const secret = 'a-secret-of-this-client-alone'

/** A real identity provider on the loopback. */
export interface RealProvider {
  issuer: string
  /** Of this client. */
  secret: string
  /** From now on it knows them, as that. */
  put(person: ProviderPerson): Promise<void>
  remove(sub: string): Promise<void>
  /** Goes where a browser goes, and does on the pages of the provider what somebody does there; returns the query it comes home with. */
  visit(address: string, sub: string): Promise<string>
  close(): Promise<void>
}

/** oidc-provider, whose sign-in page takes a subject and no password, for a service whose public address is `home`. */
export async function startRealProvider(home: string): Promise<RealProvider> {
  const people = new Map<string, ProviderPerson>()
  let answer: ReturnType<Provider['callback']> | undefined
  const server = createServer((request, response) => void answer?.(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const configuration: Configuration = {
    clients: [
      {
        client_id: client.id,
        client_secret: secret,
        redirect_uris: [`${home}/sign-in/provider`],
        post_logout_redirect_uris: [`${home}/sign-in`],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'], groups: ['groups'] },
    scopes: ['openid', 'offline_access', 'groups'],
    cookies: { keys: ['a key of this test alone'] },
    findAccount: (_, id) => {
      const person = people.get(id)
      return person && { accountId: id, claims: () => person }
    },
    features: {
      devInteractions: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          context.body = `<!doctype html><title>Sign out there</title>${form}<button form="op.logoutForm" name="logout" value="yes">Sign out there</button>`
        },
      },
    },
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    pkce: { required: () => true },
  }
  const provider = new Provider(issuer, configuration)
  answer = provider.callback()
  return {
    issuer,
    secret,
    put: async (person) => void people.set(person.sub, person),
    remove: async (sub) => void people.delete(sub),
    visit: (address, sub) => visit(address, sub, home),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function visit(address: string, login: string, home: string): Promise<string> {
  const cookies = new Map<string, string>()
  let [url, body]: [string, URLSearchParams | undefined] = [address, undefined]
  for (let step = 0; step < 20; step += 1) {
    const response: Response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      ...(body && { body }),
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      redirect: 'manual',
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
      if (value) cookies.set(name!, value)
      else cookies.delete(name!)
    }
    const page = await response.text()
    const location: string | null = response.headers.get('location')
    if (location?.startsWith(home)) return new URL(location).search.slice(1)
    if (location) [url, body] = [new URL(location, url).href, undefined]
    else {
      const [, action] = /<form[^>]* action="([^"]+)"/.exec(page) ?? assert.fail(`${response.status} ${page}`)
      const [, prompt] = /name="prompt" value="(\w+)"/.exec(page)!
      url = new URL(action!, url).href
      body = new URLSearchParams({ prompt: prompt!, ...(prompt === 'login' && { login, password: 'any' }) })
    }
  }
  return assert.fail('comes home never')
}

/** What a service goes by it with. */
export function environmentOf({ issuer, secret }: RealProvider, home: string): Record<string, string> {
  return {
    DAILIES_OIDC_ISSUER: issuer,
    DAILIES_OIDC_CLIENT_ID: client.id,
    DAILIES_OIDC_CLIENT_SECRET: secret,
    DAILIES_OIDC_NAME: 'Studio Login',
    DAILIES_OIDC_SCOPES: 'openid profile email groups offline_access',
    DAILIES_OIDC_SIGN_UP: 'verified',
    DAILIES_OIDC_SIGN_OUT: 'true',
    DAILIES_PUBLIC_URL: home,
  }
}

import type { PasswordRules } from '../who-has-passwords.ts'

/** Who may come in by the identity provider, and what they are here. docs/settings.md */
export interface AdmissionRules {
  oidcAdministrators: readonly string[]
  oidcProjects: readonly { projectId: string; role: 'editor' | 'reviewer' | 'viewer'; group: string }[]
  oidcGroups: readonly string[]
  oidcDomains: readonly string[]
  oidcSignUp: 'off' | 'verified' | 'unverified'
  oidcLink: boolean
}

/** What is set together where there is an identity provider. */
interface Where {
  oidcIssuer: string
  oidcClientId: string
  oidcClientSecret: string
  /** Of the installation. */
  publicUrl: string
}

export interface ProviderSettings extends Where, AdmissionRules, PasswordRules {
  oidcScopes: string
  oidcGroupsClaim: string
  oidcSignOut: boolean
}

export type MaybeProviderSettings = Omit<ProviderSettings, keyof Where> & {
  [Name in keyof Where]?: Where[Name] | undefined
}

/** Whether people sign in by an identity provider here: the settings are read so that all of it is set then. */
export function isProvider(settings: MaybeProviderSettings): settings is ProviderSettings {
  return settings.oidcIssuer !== undefined
}

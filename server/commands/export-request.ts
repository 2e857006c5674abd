import { type NewExport, newExport } from '@dailies/contract/export.ts'
import { checked } from '../checked.ts'
import { DailiesError, invalid } from '../error.ts'
import type { UserFlags } from './database.ts'

export interface ExportFlags extends UserFlags {
  project: string
  act?: string
  scene?: string
  playlist?: string
  versions?: string
  template: string
  formats?: string
  sidecars: boolean
  markers: boolean
  alternates: string
  since?: string
  date?: string
  check?: true
  json?: true
}

/** Throws `invalid`. */
export function requestOf(flags: ExportFlags, target: string): NewExport {
  const { act, scene, playlist, versions, template, formats, sidecars, markers, alternates, since, date } =
    flags
  if ([playlist, versions, act ?? scene].filter((one) => one !== undefined).length > 1)
    throw new DailiesError('invalid', '--playlist, --versions and a part of the film: One of them alone')
  if (since !== undefined && !isZipFile(target))
    throw new DailiesError(
      'invalid',
      '--since: Of a ZIP alone; a folder or a bucket gets only what is missing there anyway',
    )
  return checked(newExport, {
    of: playlist !== undefined ? 'playlist' : versions !== undefined ? 'versions' : 'film',
    ...(act !== undefined && { act: Number(act) }),
    ...(scene !== undefined && { sceneDbId: scene }),
    ...(playlist !== undefined && { playlistId: playlist }),
    ...(versions !== undefined && { versionIds: versions.split(',').map((id) => id.trim()) }),
    ...(formats !== undefined && { formats: formats === 'none' ? [] : formats.split(',') }),
    ...{
      template,
      sidecars,
      markers,
      alternates,
      since,
      date,
      bundle: isBundle(target),
    },
  })
}

export const isBucket = (target: string) => target.startsWith('s3://')
const isBundle = (target: string) => !isBucket(target) && target.endsWith('.otioz')
export const isZipFile = (target: string) =>
  isBundle(target) || (!isBucket(target) && target.endsWith('.zip'))

/** Fields of the interface that the command calls otherwise. */
const flagOf: Record<string, string> = {
  sceneDbId: '--scene',
  playlistId: '--playlist',
  versionIds: '--versions',
  bundle: '.otioz',
}

const wanted: Record<string, string> = {
  'Project not found':
    '--project: Project not found. Its id is wanted, from the address of its page: /projects/ID',
  'Scene not found':
    '--scene: Scene not found. Its own id is wanted, from the address of its page: /scenes/ID',
  'Playlist not found':
    '--playlist: Playlist not found. Its id is wanted, from the address of its page: /projects/…/playlists/ID',
}

/** What the interface says of an export, in the words of the command. */
export async function inFlags<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DailiesError)) throw error
    const message = error.code === 'not_found' ? wanted[error.message] : undefined
    if (message) throw new DailiesError('not_found', message)
    if (!error.fieldErrors) throw error
    const { formErrors = [] } = error
    throw invalid(Object.fromEntries(Object.entries(error.fieldErrors).map(named)), formErrors)
  }
}

/** Where in a list it is says nothing to whoever gave it with commas. */
function named([field, messages]: [string, string[]]): [string, string[]] {
  const said = messages.map((message) => message.replace(/^\d+: /, ''))
  return [flagOf[field] ?? `--${field}`, [...new Set(said)]]
}

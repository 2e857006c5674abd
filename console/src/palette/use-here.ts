import type { ProjectOverview } from '@dailies/contract/production.ts'
import { takeName } from '@dailies/ui/take-name.ts'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { query } from '../api/queries.ts'
import { cut } from '../ui/cut.ts'
import { keepRecent, type RecentPlace } from './recent.ts'

export interface Here {
  project?: Pick<ProjectOverview, 'id' | 'name' | 'role'>
  scene?: { id: string; sceneId: string }
  /** As it is kept among the recent ones. */
  place?: RecentPlace
}

interface Params {
  projectId?: string
  sceneId?: string
  assetId?: string
}

/** Which film, scene and take the screen is of, as far as that is known. Asks for nothing. */
export function useHere(): Here {
  const { projectId, sceneId, assetId }: Params = useRouterState({
    select: ({ matches }) => (matches.at(-1)?.params ?? {}) as Params,
    structuralSharing: true,
  })
  const project = useQuery({
    ...query('readProject', { params: { id: projectId ?? '' } }),
    enabled: false,
  }).data?.data
  const scene = useQuery({ ...query('readScene', { params: { id: sceneId ?? '' } }), enabled: false }).data
    ?.data
  const take = useQuery({ ...query('readAsset', { params: { id: assetId ?? '' } }), enabled: false }).data
    ?.data
  return useMemo(() => {
    if (take) {
      const { id, title, project, scene } = take
      const name = title ? `${cut(title, 80)}, ${takeName(take)}` : takeName(take)
      const of = `${project.name}, scene ${scene.sceneId}`
      return { project, scene, place: { kind: 'Take', id, name, of, projectId: project.id } }
    }
    if (scene) {
      const { id, sceneId, project } = scene
      const name = `Scene ${sceneId}`
      return { project, scene, place: { kind: 'Scene', id, name, of: project.name, projectId: project.id } }
    }
    if (!project) return {}
    const { id, name } = project
    return { project, place: { kind: 'Film', id, name, projectId: id } }
  }, [project, scene, take])
}

/** Remembers for this user where they are. */
export function useKeptRecent(userId: string): void {
  const { place } = useHere()
  useEffect(() => {
    if (place) keepRecent(userId, place)
  }, [userId, place])
}

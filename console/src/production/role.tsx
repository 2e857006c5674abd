import type { ProjectRole } from '@dailies/contract/member.ts'
import { mayAs } from '@dailies/contract/project-role.ts'
import { Eye } from 'lucide-react'
import { createContext, type ReactNode, useContext } from 'react'
import { aRole } from './role-words.ts'

/** Where nobody says what one is, one may do nothing. */
const Role = createContext<ProjectRole>('viewer')

/** What whoever is signed in is in the film that `children` show. */
export function InRole({ role, children }: { role: ProjectRole; children: ReactNode }) {
  return <Role value={role}>{children}</Role>
}

/** Whether what needs the role is offered here: what the service would refuse is not. */
export function useMay(need: ProjectRole): boolean {
  return mayAs(useContext(Role), need)
}

/** Says once, quietly, why there is less to press; to whoever may build the film it says nothing. */
export function RoleNote({ className = '' }: { className?: string }) {
  const role = useContext(Role)
  if (mayAs(role, 'editor')) return null
  return (
    <p className={`flex items-center gap-1.5 text-sm text-muted ${className}`}>
      <Eye size={15} className="shrink-0" aria-hidden />
      You are {aRole(role)} of this film
    </p>
  )
}

import { buttonLook } from '@dailies/ui/button.tsx'
import { Empty } from '@dailies/ui/states.tsx'
import { Link } from '@tanstack/react-router'
import { ShieldBan } from 'lucide-react'
import type { ReactNode } from 'react'

/** In place of a screen that is not for whoever is signed in; it says who looks after that. */
export function OnlyAdministrators({ children }: { children: ReactNode }) {
  return (
    <Empty
      icon={ShieldBan}
      title="This is for administrators"
      action={
        <Link to="/projects" className={buttonLook('primary')}>
          To the projects
        </Link>
      }
    >
      {children}
    </Empty>
  )
}

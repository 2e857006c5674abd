import type { Account } from '@dailies/contract/account.ts'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { pages } from '../../api/queries.ts'
import { useAccount } from '../../app/account.ts'
import { OnlyAdministrators } from '../../app/only-administrators.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { ChangeRole } from './change-role.tsx'
import { DisableUser } from './disable-user.tsx'
import { Invitations } from './invitations.tsx'
import { RemoveUser } from './remove-user.tsx'
import { ResetSecondFactor } from './reset-second-factor.tsx'
import { SignOutUser } from './sign-out-user.tsx'
import { type UserDeed, UserRow } from './user-row.tsx'

const route = getRouteApi('/signed-in/users')

/** Who is here, and who is invited. */
export function Users() {
  const { role } = useAccount()
  return (
    <Page title="Users">
      {role === 'administrator' ? (
        <Administration />
      ) : (
        <OnlyAdministrators>
          Users and invitations are looked after by whoever runs this installation. Ask them to invite
          somebody, or to make you an administrator.
        </OnlyAdministrators>
      )}
    </Page>
  )
}

type Doing = { deed: UserDeed; user: Account }

function Administration() {
  const own = useAccount()
  const { invite } = route.useSearch()
  const list = useSuspenseInfiniteQuery(pages('listUsers', {}))
  const users = list.data.pages.flatMap(({ data }) => data)
  const [doing, setDoing] = useState<Doing>()
  const stop = () => setDoing(undefined)
  return (
    <>
      <Section title="People" description="The newest first.">
        <ul aria-label="Users" className="flex flex-col">
          {users.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              isOwn={user.id === own.id}
              onDeed={(deed) => setDoing({ deed, user })}
            />
          ))}
        </ul>
        <LoadMore list={list} label="Show more" />
      </Section>
      <Invitations invite={invite} />
      {doing?.deed === 'role' && <ChangeRole user={doing.user} onClose={stop} />}
      {doing?.deed === 'sign-out' && <SignOutUser user={doing.user} onClose={stop} />}
      {doing?.deed === 'second-factor' && <ResetSecondFactor user={doing.user} onClose={stop} />}
      {doing?.deed === 'disable' && <DisableUser user={doing.user} onClose={stop} />}
      {doing?.deed === 'remove' && <RemoveUser user={doing.user} onClose={stop} />}
    </>
  )
}

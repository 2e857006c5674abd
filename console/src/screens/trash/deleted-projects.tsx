import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { outdate, pages } from '../../api/queries.ts'
import { counted } from '../../ui/counted.ts'
import { Page } from '../../ui/page.tsx'
import { TrashList } from './trash-list.tsx'

/** Projects that were deleted, of which one is an owner. */
export function DeletedProjects() {
  const queryClient = useQueryClient()
  const list = useSuspenseInfiniteQuery(pages('listDeletedProjects', {}))
  return (
    <Page title="Trash" crumbs={[{ label: 'Projects', link: { to: '/projects' } }]}>
      <TrashList
        title="Deleted projects"
        description="A project can be restored by its owners, with everything in it and its members, until its time is over."
        empty="Projects of your own that somebody deletes come here."
        list={list}
        things={list.data.pages.flatMap(({ data }) => data)}
        aboutOf={({ name, sceneCount }) => ({ name, title: `with ${counted(sceneCount, 'scene')}` })}
        withIt={() => 'everything in it'}
        mayRestore
        mayPurge
        restore={async ({ id, name }) => {
          await call('restoreProject', { params: { id } })
          return `“${name}” is back`
        }}
        purge={async (body) => (await call('purgeDeletedProjects', { body })).metadata.hasMore}
        changed={() => outdate(queryClient, 'listDeletedProjects', 'browseProjects')}
      />
    </Page>
  )
}

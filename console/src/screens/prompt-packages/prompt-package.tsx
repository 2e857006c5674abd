import { mayAs } from '@dailies/contract/project-role.ts'
import { Button } from '@dailies/ui/button.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { When } from '@dailies/ui/time.tsx'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { CopyPlus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { keyOf, outdate, query } from '../../api/queries.ts'
import { InRole, RoleNote } from '../../production/role.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { cut } from '../../ui/cut.ts'
import { errorText } from '../../ui/error-text.ts'
import { Page } from '../../ui/page.tsx'
import { bodyOf, draftOf } from './draft.ts'
import { EditPromptPackage } from './edit-prompt-package.tsx'
import { madeFromIt } from './prompt-package-row.tsx'
import { ShownPromptPackage } from './shown-prompt-package.tsx'

const route = getRouteApi('/signed-in/prompt-packages/$promptPackageId')

/** One prompt package: to copy, to change, to duplicate. */
export function PromptPackage() {
  const { promptPackageId } = route.useParams()
  const promptPackage = useSuspenseQuery(query('readPromptPackage', { params: { id: promptPackageId } })).data
    .data
  const { name, projectId, prompt, versionCount } = promptPackage
  const project = useSuspenseQuery(query('readProject', { params: { id: projectId } })).data.data
  const router = useRouter()
  const queryClient = useQueryClient()
  const [copying, setCopying] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const packages = { to: '/projects/$projectId/prompt-packages', params: { projectId } } as const

  const duplicate = async () => {
    setCopying(true)
    try {
      const body = { ...bodyOf(draftOf(promptPackage)), name: `Copy of ${name}`.slice(0, 500) }
      const { data } = await call('createPromptPackage', { params: { id: projectId }, body })
      await outdate(queryClient, 'listPromptPackages')
      notify('This is the copy')
      await router.navigate({ to: '/prompt-packages/$promptPackageId', params: { promptPackageId: data.id } })
    } catch (error) {
      notify(errorText(error), { failed: true })
    } finally {
      setCopying(false)
    }
  }
  const remove = async () => {
    await call('deletePromptPackage', { params: { id: promptPackageId } })
    await router.navigate(packages)
    queryClient.removeQueries({ queryKey: keyOf('readPromptPackage') })
    await outdate(queryClient, 'listPromptPackages')
    notify('The prompt package is deleted')
  }

  const mayBuild = mayAs(project.role, 'editor')

  return (
    <InRole role={project.role}>
      <Page
        title={cut(name, 100)}
        crumbs={[
          { label: 'Projects', link: { to: '/projects' } },
          { label: project.name, link: { to: '/projects/$projectId', params: { projectId } } },
          { label: 'Prompt packages', link: packages },
        ]}
        badge={<RoleNote />}
        actions={
          mayBuild && (
            <>
              <Button icon={CopyPlus} busy={copying} onClick={() => void duplicate()}>
                Duplicate
              </Button>
              <Button icon={Trash2} look="danger" onClick={() => setDeleting(true)}>
                Delete
              </Button>
            </>
          )
        }
      >
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted [&_button]:max-sm:h-10">
          <CopyButton text={prompt} label="Copy prompt">
            Copy prompt
          </CopyButton>
          <CopyButton text={JSON.stringify(shared(promptPackage), null, 2)} label="Copy as JSON">
            Copy as JSON
          </CopyButton>
          <span>{madeFromIt(versionCount)}</span>
          <span>
            made <When at={promptPackage.createdAt} />, changed <When at={promptPackage.updatedAt} />
          </span>
        </div>
        {mayBuild ? (
          <EditPromptPackage key={promptPackageId} promptPackage={promptPackage} />
        ) : (
          <ShownPromptPackage promptPackage={promptPackage} />
        )}
        <Confirm
          open={deleting}
          onClose={() => setDeleting(false)}
          title="Delete the prompt package?"
          action="Delete"
          onConfirm={remove}
        >
          <p className="wrap-anywhere">
            <strong className="line-clamp-3">{name}</strong>
          </p>
          <p>
            {versionCount === 0
              ? 'No version was made from it.'
              : `The ${versionCount === 1 ? 'version that was' : `${versionCount} versions that were`} made from it stay.`}{' '}
            It cannot be brought back.
          </p>
        </Confirm>
      </Page>
    </InRole>
  )
}

/** What of it makes sense elsewhere: what the service takes to make one. */
function shared({
  id: _,
  projectId: _project,
  versionCount: _count,
  createdAt: _created,
  updatedAt: _updated,
  ...rest
}: ReturnType<typeof bodyOf> & Record<string, unknown>) {
  return rest
}

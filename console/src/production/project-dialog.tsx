import type { ProjectOverview } from '@dailies/contract/production.ts'
import type { ProjectStatus } from '@dailies/contract/project.ts'
import { mayAs } from '@dailies/contract/project-role.ts'
import { Button } from '@dailies/ui/button.tsx'
import { SelectField, TextField } from '@dailies/ui/field.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { onlyChanged } from '../api/only-changed.ts'
import { outdate, query } from '../api/queries.ts'
import { Clashes } from '../ui/clashes.tsx'
import { Actions, Dialog } from '../ui/dialog.tsx'
import { DraftKept } from '../ui/draft-kept.tsx'
import { FormError, useDraft, useSubmit } from '../ui/form.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { projectStatusOptions } from './status-options.ts'

const ApprovalRuleForm = lazyPart(
  async () => (await import('../verdicts/approval-rule-form.tsx')).ApprovalRuleForm,
)

interface ProjectDialogProps {
  open: boolean
  onClose: () => void
  /** The one to change; a new one is made without. */
  project?: ProjectOverview
  onSaved?: (project: ProjectOverview) => void
}

export function ProjectDialog({ open, onClose, project, onSaved }: ProjectDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={project ? 'Edit the project' : 'New project'}>
      <ProjectForm
        project={project}
        onCancel={onClose}
        onSaved={(saved) => {
          onClose()
          onSaved?.(saved)
        }}
      />
      {project && mayAs(project.role, 'owner') && <ApprovalRuleForm projectId={project.id} />}
    </Dialog>
  )
}

const labels = { name: 'Name', status: 'Status', genre: 'Genre', budgetUsd: 'Budget' }

function statusWord(status: ProjectStatus): string {
  return projectStatusOptions.find(({ value }) => value === status)?.label ?? status
}

interface ProjectFormProps {
  project: ProjectOverview | undefined
  onCancel: () => void
  onSaved: (project: ProjectOverview) => void
}

function ProjectForm({ project, onCancel, onSaved }: ProjectFormProps) {
  const queryClient = useQueryClient()
  const initial = draftOf(project)
  const draft = useDraft(initial, project ? `project-${project.id}` : 'new-project', project)
  const { values, changed, set, reset } = draft
  const form = useSubmit(async () => {
    const { budgetUsd, ...body } = bodyOf(values)
    const changes = onlyChanged(bodyOf(initial), { ...body, budgetUsd })
    const { data } = project
      ? await call('updateProject', {
          params: { id: project.id },
          body: { ...changes, was: draft.wasOf(changes) },
        })
      : await call('createProject', { body })
    reset()
    queryClient.setQueryData(query('readProject', { params: { id: data.id } }).queryKey, {
      data,
      metadata: {},
    })
    void outdate(queryClient, 'browseProjects')
    onSaved(data)
  })
  return (
    <form onSubmit={form.submit} className="flex flex-col gap-4">
      <DraftKept changed={changed} onDiscard={() => reset()} />
      <TextField
        label="Name"
        autoFocus
        required
        maxLength={200}
        autoComplete="off"
        value={values.name}
        errors={form.fieldErrors.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Status"
          options={projectStatusOptions}
          value={values.status}
          errors={form.fieldErrors.status}
          onChange={(status) => set({ status })}
        />
        <TextField
          label="Genre"
          maxLength={200}
          placeholder="Drama, Mystery …"
          value={values.genre}
          errors={form.fieldErrors.genre}
          onChange={(event) => set({ genre: event.target.value })}
        />
      </div>
      {project && mayAs(project.role, 'owner') && (
        <TextField
          label="Budget in US dollars"
          type="number"
          inputMode="decimal"
          min={0.01}
          step={0.01}
          hint="What all takes may cost together. Leave it empty for none."
          value={values.budgetUsd}
          errors={form.fieldErrors.budgetUsd}
          onChange={(event) => set({ budgetUsd: event.target.value })}
        />
      )}
      <FormError>{form.message(Object.keys(labels))}</FormError>
      <Clashes form={form} draft={draft} labels={labels} words={{ status: statusWord }} />
      <Actions>
        <Button
          onClick={() => {
            reset()
            onCancel()
          }}
        >
          Cancel
        </Button>
        <Button type="submit" look="primary" busy={form.busy}>
          {project ? 'Save' : 'Make the project'}
        </Button>
      </Actions>
    </form>
  )
}

function draftOf(project: ProjectOverview | undefined) {
  return {
    name: project?.name ?? '',
    status: project?.status ?? ('DEVELOPMENT' as ProjectStatus),
    genre: project?.genre ?? '',
    budgetUsd: project?.budgetUsd ? String(project.budgetUsd) : '',
  }
}

function bodyOf({ name, status, genre, budgetUsd }: ReturnType<typeof draftOf>) {
  return { name, status, genre: genre.trim() || null, budgetUsd: budgetUsd ? Number(budgetUsd) : null }
}

import type { Character } from '@dailies/contract/character.ts'
import { Button } from '@dailies/ui/button.tsx'
import { TextAreaField, TextField } from '@dailies/ui/field.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { onlyChanged } from '../../api/only-changed.ts'
import { outdate } from '../../api/queries.ts'
import { Clashes } from '../../ui/clashes.tsx'
import { Actions, Dialog } from '../../ui/dialog.tsx'
import { DraftKept } from '../../ui/draft-kept.tsx'
import { FormError, useDraft, useSubmit } from '../../ui/form.tsx'

type Of = { character: Character } | { projectId: string }

export function CharacterDialog({ open, onClose, ...of }: { open: boolean; onClose: () => void } & Of) {
  return (
    <Dialog open={open} onClose={onClose} title={'character' in of ? 'Edit the character' : 'New character'}>
      <CharacterForm {...of} onEnd={onClose} />
    </Dialog>
  )
}

const labels = { name: 'Name', role: 'Role', description: 'Description' }

function CharacterForm({ onEnd, ...of }: { onEnd: () => void } & Of) {
  const queryClient = useQueryClient()
  const character = 'character' in of ? of.character : undefined
  const initial = draftOf(character)
  const draft = useDraft(
    initial,
    'character' in of ? `character-${of.character.id}` : `new-character-${of.projectId}`,
    character,
  )
  const { values, set, reset } = draft
  const form = useSubmit(async () => {
    const body = bodyOf(values)
    if ('character' in of) {
      const changes = onlyChanged(bodyOf(initial), body)
      const was = draft.wasOf(changes)
      await call('updateCharacter', { params: { id: of.character.id }, body: { ...changes, was } })
    } else await call('createCharacter', { params: { id: of.projectId }, body })
    void outdate(queryClient, 'browseCharacters')
    reset()
    onEnd()
  })
  return (
    <form onSubmit={form.submit} className="flex flex-col gap-4">
      <DraftKept changed={draft.changed} onDiscard={() => reset()} />
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
      <TextField
        label="Role"
        maxLength={500}
        placeholder="Lead, the keeper of the light …"
        value={values.role}
        errors={form.fieldErrors.role}
        onChange={(event) => set({ role: event.target.value })}
      />
      <TextAreaField
        label="Description"
        maxLength={20_000}
        hint="Age, face, clothes: what every prompt with this character needs"
        value={values.description}
        errors={form.fieldErrors.description}
        onChange={(event) => set({ description: event.target.value })}
      />
      <FormError>{form.message(Object.keys(labels))}</FormError>
      <Clashes form={form} draft={draft} labels={labels} />
      <Actions>
        <Button
          onClick={() => {
            reset()
            onEnd()
          }}
        >
          Cancel
        </Button>
        <Button type="submit" look="primary" busy={form.busy}>
          {character ? 'Save' : 'Add'}
        </Button>
      </Actions>
    </form>
  )
}

function draftOf(character: Character | undefined) {
  return {
    name: character?.name ?? '',
    role: character?.role ?? '',
    description: character?.description ?? '',
  }
}

function bodyOf({ name, role, description }: ReturnType<typeof draftOf>) {
  return { name, role: role.trim() || null, description: description.trim() || null }
}

import type { Environment } from '@sluice/contract/environment'
import { useMutation } from '@tanstack/react-query'
import { useReducer } from 'react'
import { entities } from '../../entities.ts'
import { useClient } from '../../platform/api/client-context.tsx'
import { plural } from '../../platform/format/plural.ts'
import { useDiscardQuestion } from '../../platform/forms/discard-question.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { useWorkspace } from '../workspaces/workspace-context.tsx'
import { type EditedTag, type Tags, editedTags, isUnsaved, nextTags } from './tag-editor-state.ts'
import { TagEditor } from './tag-editor.tsx'

interface TagsDialogProps {
  isOpen: boolean
  onClose: () => void
  environments: readonly Environment[]
}

/** The tags of one or several environments. It stays open after a save, so that each tag shows what became of it. */
export function TagsDialog({ isOpen, onClose, environments }: TagsDialogProps) {
  const [tags, dispatch] = useReducer(nextTags, environments, (all) => editedTags(all.map((e) => e.tags)))
  const saveTag = useSaveTag(environments)
  const unsaved = tags.filter(isUnsaved)
  const save = useMutation({
    mutationFn: async () => {
      for (const tag of unsaved) {
        await saveTag(tag)
        dispatch({ kind: 'saved', name: tag.name })
      }
    },
  })
  const { close, closeOrAsk, question } = useDiscardQuestion({
    isOpen,
    isChanged: unsaved.length > 0,
    onClose,
  })
  const [first] = environments
  const footer = (
    <>
      <Button disabled={save.isPending} onClick={close}>
        Close
      </Button>
      <Button
        intent="primary"
        disabled={unsaved.length === 0}
        isPending={save.isPending}
        onClick={() => save.mutate()}
      >
        Save
      </Button>
    </>
  )
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => (save.isPending ? undefined : closeOrAsk())}
      title="Tags"
      description={
        environments.length === 1
          ? first?.name
          : `Changes apply to ${plural(environments.length, 'environment')}.`
      }
      footer={footer}
      width="lg"
    >
      <ErrorPanel heading="There was a problem saving the tags" error={save.error} className="mb-3" />
      <TagEditor tags={tags} dispatch={dispatch} isDisabled={save.isPending} />
      <output className="text-12 text-fg-2 block min-h-4 pt-2">
        {save.isSuccess && unsaved.length === 0 ? 'Saved.' : ''}
      </output>
      {question}
    </Dialog>
  )
}

/** Saves one tag of the editor in every environment; the local copies follow at once, the push confirms them. */
function useSaveTag(environments: readonly Environment[]) {
  const client = useClient()
  const { id: workspaceId } = useWorkspace()
  return async ({ name, value, isDeleted }: EditedTag) => {
    for (const { id, stackId } of environments) {
      const params = { workspaceId, stackId, environmentId: id, tagName: name }
      if (isDeleted) await client.environments.deleteTag({ params })
      else await client.environments.setTag({ params, body: value })
      const current = entities.environments.get(id)
      const others = without(current?.tags ?? {}, name)
      if (current)
        entities.environments.apply([{ ...current, tags: isDeleted ? others : { ...others, [name]: value } }])
    }
  }
}

const without = (tags: Tags, name: string): Record<string, string | null> =>
  Object.fromEntries(Object.entries(tags).filter(([other]) => other.toLowerCase() !== name.toLowerCase()))

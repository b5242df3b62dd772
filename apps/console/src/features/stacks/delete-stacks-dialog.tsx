import type { Stack } from '@sluice/contract/stack'
import { useMutation } from '@tanstack/react-query'
import { entities } from '../../entities.ts'
import { useClient } from '../../platform/api/client-context.tsx'
import { useConfig } from '../../platform/config.tsx'
import { useNowByHalfMinute } from '../../platform/format/clock.ts'
import { plural } from '../../platform/format/plural.ts'
import { formatDay } from '../../platform/format/time.ts'
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'

interface DeleteStacksDialogProps {
  isOpen: boolean
  onClose: () => void
  stacks: readonly Stack[]
  onDeleted?: () => void
}

export function DeleteStacksDialog({ isOpen, onClose, stacks, onDeleted }: DeleteStacksDialogProps) {
  const client = useClient()
  const remove = useMutation({
    mutationFn: async () => {
      for (const { id: stackId, workspaceId } of stacks) {
        await client.stacks.delete({ params: { workspaceId, stackId } })
        entities.stacks.apply([], [stackId])
      }
    },
    onSuccess: () => {
      onClose()
      onDeleted?.()
    },
  })
  const isOne = stacks.length === 1
  const count = plural(stacks.length, 'stack')
  const heading = isOne ? 'There was a problem deleting the stack' : 'There was a problem deleting the stacks'
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={() => {
        remove.reset()
        onClose()
      }}
      title={isOne ? 'Delete stack' : 'Delete stacks'}
      action={isOne ? 'Delete stack' : `Delete ${count}`}
      typedText={isOne ? (stacks[0]?.name ?? '') : count}
      isPending={remove.isPending}
      problem={<ErrorPanel heading={heading} error={remove.error} />}
      onConfirm={() => remove.mutate()}
    >
      <p>The production environment, the jobs and the schedules are deleted as well. The orgs stay.</p>
      <RepositoryFate stacks={stacks} />
      <ul className="text-fg list-disc pt-2 pl-5 font-medium">
        {stacks.map((stack) => (
          <li key={stack.id}>{stack.name}</li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

const msPerDay = 86_400_000

/** A managed repository is deleted some days later; one that the stack brought along is not touched. */
function RepositoryFate({ stacks }: { stacks: readonly Stack[] }) {
  const { productName, repositoryGraceDays } = useConfig()
  const managed = stacks.filter((stack) => stack.managedRepositoryHost === 'BuiltIn').length
  const atGitHub = stacks.filter((stack) => stack.managedRepositoryHost === 'GitHub').length
  const custom = stacks.length - managed - atGitHub
  const date = formatDay(useNowByHalfMinute() + repositoryGraceDays * msPerDay)
  return (
    <>
      {managed > 0 ? (
        <p className="pt-2">
          {managed === 1
            ? `The Git repository managed by ${productName} can no longer be cloned, and is deleted on ${date}.`
            : `Git repositories managed by ${productName} can no longer be cloned, and are deleted on ${date}.`}
        </p>
      ) : null}
      {atGitHub > 0 ? (
        <p className="pt-2">
          {atGitHub === 1
            ? `The Git repository managed at GitHub stays there until ${date}, when it is deleted.`
            : `Git repositories managed at GitHub stay there until ${date}, when they are deleted.`}
        </p>
      ) : null}
      {custom > 0 ? (
        <p className="pt-2">
          {custom === 1
            ? 'The custom Git repository stays as it is.'
            : 'Custom Git repositories stay as they are.'}
        </p>
      ) : null}
    </>
  )
}

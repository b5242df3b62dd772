import { zodResolver } from '@hookform/resolvers/zod'
import { newCollaborator } from '@sluice/contract/collaborator-routes'
import type { Stack } from '@sluice/contract/stack'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useClient } from '../../platform/api/client-context.tsx'
import { useConfig } from '../../platform/config.tsx'
import { formatDay } from '../../platform/format/time.ts'
import { CheckboxField } from '../../platform/forms/fields/checkbox-field.tsx'
import { TextField } from '../../platform/forms/fields/text-field.tsx'
import { FormDialog } from '../../platform/forms/form-dialog.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Properties } from '../../platform/ui/card.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { collaboratorsQuery } from './collaborators.query.ts'

interface InviteDialogProps {
  isOpen: boolean
  onClose: () => void
  stack: Stack
}

type Invitation = z.infer<typeof newCollaborator>
const nobody: Invitation = { username: '', readOnly: true }

export function InviteDialog({ isOpen, onClose, stack }: InviteDialogProps) {
  const client = useClient()
  const queries = useQueryClient()
  const { productName } = useConfig()
  const { workspaceId, id: stackId } = stack
  const { control, handleSubmit, formState, reset } = useForm<Invitation>({
    resolver: zodResolver(newCollaborator),
    defaultValues: nobody,
  })
  const invite = useMutation({
    mutationFn: async (body: Invitation) => ({
      ...(await client.stacks.inviteCollaborator({ params: { workspaceId, stackId }, body })),
      username: body.username,
    }),
    onSuccess: async ({ token }) => {
      await queries.invalidateQueries(collaboratorsQuery(client, stack))
      if (token === null) onClose()
    },
    gcTime: 0,
  })
  const forget = invite.reset
  useEffect(() => {
    if (!isOpen) return
    forget()
    reset(nobody)
  }, [isOpen, forget, reset])
  const { token = null, validUntilUtc = null, username = '' } = invite.data ?? {}
  if (token !== null && validUntilUtc !== null)
    return (
      <Invited invited={{ token, validUntilUtc, username }} stack={stack} isOpen={isOpen} onClose={onClose} />
    )
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      isChanged={formState.isDirty}
      title="Invite"
      submitLabel="Invite"
      isPending={invite.isPending}
      error={invite.error}
      problemHeading="There was a problem inviting the GitHub user to the repository"
      onSubmit={handleSubmit((values) => invite.mutate(values))}
    >
      <TextField
        control={control}
        name="username"
        label="GitHub username"
        hint={usernameHint(stack, productName)}
        autoComplete="off"
      />
      <CheckboxField
        control={control}
        name="readOnly"
        label="Read-only"
        hint="The person can fetch and not push."
      />
    </FormDialog>
  )
}

const usernameHint = ({ managedRepositoryHost }: Stack, productName: string): string =>
  managedRepositoryHost === 'GitHub'
    ? 'GitHub sends the invitation by mail.'
    : `${productName} hosts this repository: the name is what the person signs in to Git with, and an account at GitHub is not needed.`

interface InvitedProps extends InviteDialogProps {
  invited: { username: string; token: string; validUntilUtc: string }
}

/** The token is not kept in clear, so this is the one time that it can be shown. */
const Invited = ({ invited, stack, isOpen, onClose }: InvitedProps) => (
  <Dialog
    isOpen={isOpen}
    onClose={onClose}
    title={`${invited.username} is invited`}
    description={`Pass this on. The token is shown only now; the invitation ends on ${formatDay(Date.parse(invited.validUntilUtc))} unless it is used before.`}
    footer={
      <Button intent="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <div className="border-line rounded-lg border">
      <Properties
        rows={[
          {
            label: 'Clone address',
            value: <CopyText text={stack.gitRepositoryUrl} label="clone address" className="max-w-full" />,
          },
          {
            label: 'Username',
            value: <CopyText text={invited.username} label="username" className="max-w-full" />,
          },
          { label: 'Token', value: <CopyText text={invited.token} label="token" className="max-w-full" /> },
        ]}
      />
    </div>
  </Dialog>
)

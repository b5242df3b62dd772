import { zodResolver } from '@hookform/resolvers/zod'
import type { Invitation } from '@sluice/contract/invitation'
import { newInvitation } from '@sluice/contract/invitations'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { useClient } from '../../platform/api/client-context.tsx'
import { useConfig } from '../../platform/config.tsx'
import { SelectField } from '../../platform/forms/fields/select-field.tsx'
import { TextField } from '../../platform/forms/fields/text-field.tsx'
import { FormDialog } from '../../platform/forms/form-dialog.tsx'
import { OutsideLink } from '../../platform/ui/text-link.tsx'
import { accessLevelHints, accessLevelItems } from '../members/access-level-items.ts'
import { useWorkspace } from '../workspaces/workspace-context.tsx'

interface CreateInvitationDialogProps {
  isOpen: boolean
  onClose: () => void
  onCreated: (invitation: Invitation) => void
}

type Values = z.output<typeof newInvitation>
const nobody: Values = { sendToEmailAddress: '', accessLevel: 'Reader' }

export function CreateInvitationDialog({ isOpen, onClose, onCreated }: CreateInvitationDialogProps) {
  const client = useClient()
  const { id: workspaceId, name } = useWorkspace()
  const { rolesDocumentationUrl } = useConfig()
  const { control, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(newInvitation.required()),
    defaultValues: nobody,
  })
  const create = useMutation({
    mutationFn: async (body: Values) => client.invitations.create({ params: { workspaceId }, body }),
    onSuccess: onCreated,
  })
  const forget = create.reset
  useEffect(() => {
    if (!isOpen) return
    forget()
    reset(nobody)
  }, [isOpen, forget, reset])
  const chosen = useWatch({ control, name: 'accessLevel' })
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      isChanged={formState.isDirty}
      title="Create invitation"
      description={`Invite somebody to ${name}.`}
      submitLabel="Create invitation"
      isPending={create.isPending}
      error={create.error}
      problemHeading="There was a problem creating the invitation"
      onSubmit={handleSubmit((values) => create.mutate(values))}
    >
      <TextField
        control={control}
        name="sendToEmailAddress"
        label="Recipient e-mail"
        type="email"
        autoComplete="off"
      />
      <SelectField
        control={control}
        name="accessLevel"
        label="Role"
        hint={
          <>
            {accessLevelHints[chosen]}{' '}
            {rolesDocumentationUrl === null ? null : (
              <OutsideLink href={rolesDocumentationUrl}>About roles</OutsideLink>
            )}
          </>
        }
        items={accessLevelItems}
      />
    </FormDialog>
  )
}

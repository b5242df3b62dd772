import { zodResolver } from '@hookform/resolvers/zod'
import { accessLevel, type AccessLevel, lowestAccessLevel } from '@sluice/contract/access-levels'
import type { Member } from '@sluice/contract/member'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { entities } from '../../entities.ts'
import { useClient } from '../../platform/api/client-context.tsx'
import { plural } from '../../platform/format/plural.ts'
import { SelectField } from '../../platform/forms/fields/select-field.tsx'
import { FormDialog } from '../../platform/forms/form-dialog.tsx'
import { nameOf } from './member-rules.ts'
import { accessLevelHints, accessLevelItems } from './access-level-items.ts'

interface ChangeAccessLevelDialogProps {
  isOpen: boolean
  members: readonly Member[]
  onClose: () => void
  onDone: () => void
}

const form = z.object({ accessLevel })
const initialOf = (members: readonly Member[]) => ({
  accessLevel: lowestAccessLevel(members.map((member) => member.accessLevel)),
})

export function ChangeAccessLevelDialog({ isOpen, members, onClose, onDone }: ChangeAccessLevelDialogProps) {
  const { control, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(form),
    defaultValues: initialOf(members),
  })
  const change = useChangeAccessLevel(members, onDone)
  const forget = change.reset
  useEffect(() => {
    if (!isOpen) return
    forget()
    reset(initialOf(members))
  }, [isOpen, members, forget, reset])
  const chosen = useWatch({ control, name: 'accessLevel' })
  const [first] = members
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      isChanged={formState.isDirty}
      title="Change role"
      description={members.length === 1 && first ? nameOf(first) : plural(members.length, 'member')}
      submitLabel="Change role"
      isPending={change.isPending}
      error={change.error}
      problemHeading="There was a problem changing the role for the selected members"
      onSubmit={handleSubmit((values) => change.mutate(values.accessLevel))}
    >
      <SelectField
        control={control}
        name="accessLevel"
        label="Role"
        hint={accessLevelHints[chosen]}
        items={accessLevelItems}
      />
    </FormDialog>
  )
}

/** Members that have the role already are left alone. */
function useChangeAccessLevel(members: readonly Member[], onDone: () => void) {
  const client = useClient()
  return useMutation({
    mutationFn: async (wanted: AccessLevel) => {
      for (const { id: memberId, workspaceId } of members) {
        const member = entities.members.get(memberId)
        if (member?.accessLevel === wanted) continue
        await client.members.update({ params: { workspaceId, memberId }, body: { accessLevel: wanted } })
        if (member) entities.members.apply([{ ...member, accessLevel: wanted }])
      }
    },
    onSuccess: onDone,
  })
}

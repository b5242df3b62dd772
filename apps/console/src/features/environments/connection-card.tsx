import { zodResolver } from '@hookform/resolvers/zod'
import type { Environment } from '@sluice/contract/environment'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useConfig } from '../../platform/config.tsx'
import { PasswordField } from '../../platform/forms/fields/password-field.tsx'
import { TextField } from '../../platform/forms/fields/text-field.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Card, Properties } from '../../platform/ui/card.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import {
  type ConnectionForm,
  connectionForm,
  connectionFormOf,
  toConnectionChanges,
} from './environment-connection-form.ts'
import { OrgInfoWarning } from './fetch-warnings.tsx'
import { InferredValue } from './inferred-value.tsx'
import { useChangeEnvironment } from './use-change-environment.ts'
import { useSalesforceInfo } from './use-salesforce-info.ts'

const masked = '*'.repeat(16)

/** How Sluice signs in to the org of the environment, edited where it stands. */
export function ConnectionCard({ environment }: { environment: Environment }) {
  const [isEditing, setEditing] = useState(false)
  const disabledReason = useNotAllowed()('updateEnvironment', environment)
  const edit = (
    <Button size="sm" disabledReason={disabledReason} onClick={() => setEditing(true)}>
      Edit <span className="sr-only">Salesforce connection</span>
    </Button>
  )
  return (
    <Card title="Salesforce connection" actions={isEditing ? null : edit}>
      {isEditing ? (
        <ConnectionEditor environment={environment} onClose={() => setEditing(false)} />
      ) : (
        <ConnectionRows environment={environment} />
      )}
    </Card>
  )
}

function ConnectionRows({ environment: e }: { environment: Environment }) {
  const passwordOfStack = useStack().sfdcPasswordIsSet ? masked : null
  const { error } = useSalesforceInfo(e)
  return (
    <>
      {error ? <OrgInfoWarning error={error} className="m-4 mb-2" /> : null}
      <Properties
        rows={[
          {
            label: 'Salesforce sign-in URL',
            value: e.sfdcSignInUrl ?? <InferredValue value={e.sfdcInferredSignInUrl} />,
          },
          {
            label: 'Username',
            value: e.sfdcUsernameClearText ?? <InferredValue value={e.sfdcInferredUsernameClearText} />,
          },
          {
            label: 'Password',
            value: e.sfdcPasswordIsSet ? masked : <InferredValue value={passwordOfStack} />,
          },
        ]}
      />
    </>
  )
}

function ConnectionEditor({ environment, onClose }: { environment: Environment; onClose: () => void }) {
  const { salesforceHost: host, practiceOrgOrigin } = useConfig()
  const { control, handleSubmit } = useForm<ConnectionForm>({
    resolver: zodResolver(connectionForm({ host, practiceOrgOrigin }, environment)),
    defaultValues: connectionFormOf(environment),
    mode: 'onTouched',
  })
  const change = useChangeEnvironment(environment)
  const save = useMutation({
    mutationFn: (form: ConnectionForm) => change(toConnectionChanges(form, environment)),
    onSuccess: onClose,
  })
  return (
    <form
      noValidate
      className="flex max-w-136 flex-col gap-4 p-4"
      onSubmit={handleSubmit((form) => save.mutate(form))}
    >
      <ErrorPanel heading="There is a problem saving the Salesforce credentials" error={save.error} />
      <p className="text-fg-2">What you leave empty is inferred from the settings of the stack.</p>
      <TextField
        control={control}
        name="signInUrl"
        label="Salesforce sign-in URL"
        type="url"
        placeholder={environment.sfdcInferredSignInUrl ?? ''}
      />
      <TextField
        control={control}
        name="username"
        label="Username"
        type="email"
        autoComplete="off"
        placeholder={environment.sfdcInferredUsernameClearText ?? ''}
      />
      <PasswordField
        control={control}
        name="password"
        label="Password"
        autoComplete="off"
        hint={environment.sfdcPasswordIsSet ? 'Leave empty to keep the stored password.' : undefined}
      />
      <PasswordField
        control={control}
        name="securityToken"
        label="Security token"
        autoComplete="off"
        hint="Where the org asks for one; it is appended to the password."
      />
      <div className="flex gap-2">
        <Button intent="primary" type="submit" isPending={save.isPending}>
          Save
        </Button>
        <Button disabled={save.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

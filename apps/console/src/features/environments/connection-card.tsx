import { zodResolver } from '@hookform/resolvers/zod'
import type { Environment } from '@sluice/contract/environment'
import type { environmentChanges } from '@sluice/contract/environments'
import { emailField } from '@sluice/contract/fields'
import { limits } from '@sluice/contract/limits'
import { type SignInPolicy, signInUrlProblem } from '@sluice/contract/salesforce-sign-in'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useConfig } from '../../platform/config.tsx'
import { PasswordField } from '../../platform/forms/fields/password-field.tsx'
import { TextField } from '../../platform/forms/fields/text-field.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Card, Properties } from '../../platform/ui/card.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { OrgInfoWarning } from './fetch-warnings.tsx'
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

type Connection = Pick<Environment, 'sfdcSignInUrl' | 'sfdcUsernameClearText' | 'sfdcPasswordIsSet'>
type Changes = Pick<z.input<typeof environmentChanges>, 'sfdcSignInUrl' | 'sfdcUsername' | 'sfdcPassword'>

const passwordNeeded = 'Password is required when a username is set'
const longest = (label: string, maximum: number) =>
  z.string().max(maximum, `${label} cannot be longer than ${maximum} characters`)

/** An optional text; `problemOf` judges it where it is not empty. */
const optional = (problemOf: (text: string) => string | null) =>
  z
    .string()
    .trim()
    .superRefine((text, context) => {
      const message = text === '' ? null : problemOf(text)
      if (message !== null) context.addIssue({ code: 'custom', message })
    })

const emailProblem = (text: string): string | null =>
  emailField('Username').safeParse(text).error?.issues[0]?.message ?? null

/** Empty fields are inferred from the stack. An unchanged user name keeps the stored password. */
const connectionForm = (policy: SignInPolicy, stored: Connection) =>
  z
    .object({
      signInUrl: optional((url) => signInUrlProblem(url, policy)),
      username: optional(emailProblem),
      password: longest('Password', limits.password),
      securityToken: longest('Security token', limits.securityToken),
    })
    .superRefine(({ username, password, securityToken }, context) => {
      const keepsPassword = stored.sfdcPasswordIsSet && username === (stored.sfdcUsernameClearText ?? '')
      const isNeeded = username !== '' && !keepsPassword
      if (password === '' && (isNeeded || securityToken !== ''))
        context.addIssue({ code: 'custom', path: ['password'], message: passwordNeeded })
    })
type ConnectionForm = z.infer<ReturnType<typeof connectionForm>>

const connectionFormOf = (stored: Connection): ConnectionForm => ({
  signInUrl: stored.sfdcSignInUrl ?? '',
  username: stored.sfdcUsernameClearText ?? '',
  password: '',
  securityToken: '',
})

/** What has to be sent: only what differs. The security token goes at the end of the password. */
function toConnectionChanges(form: ConnectionForm, stored: Connection): Changes {
  const changes: Changes = {}
  if (form.signInUrl !== (stored.sfdcSignInUrl ?? '')) changes.sfdcSignInUrl = form.signInUrl || null
  if (form.username !== (stored.sfdcUsernameClearText ?? '')) changes.sfdcUsername = form.username || null
  if (form.password !== '') changes.sfdcPassword = form.password + form.securityToken
  else if (form.username === '' && stored.sfdcPasswordIsSet) changes.sfdcPassword = null
  return changes
}

/** A value that the environment takes from its stack. */
export function InferredValue({ value }: { value: string | null }) {
  if (value === null) return <span className="text-fg-3">—</span>
  return (
    <span>
      {value} <span className="text-fg-3">· Inferred from stack</span>
    </span>
  )
}

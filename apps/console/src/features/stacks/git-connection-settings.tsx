import { zodResolver } from '@hookform/resolvers/zod'
import { repositoryUrlField, requiredText } from '@sluice/contract/fields'
import { limits } from '@sluice/contract/limits'
import type { Stack } from '@sluice/contract/stack'
import { useMutation } from '@tanstack/react-query'
import { Eye, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useClient } from '../../platform/api/client-context.tsx'
import { useConfig } from '../../platform/config.tsx'
import { PasswordField } from '../../platform/forms/fields/password-field.tsx'
import { TextField } from '../../platform/forms/fields/text-field.tsx'
import { InlineForm } from '../../platform/forms/inline-form.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { type Property, Card, Properties } from '../../platform/ui/card.tsx'
import { CopyButton, CopyText } from '../../platform/ui/copy-text.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { maskedSecret } from '../../platform/ui/masked-secret.ts'
import { ManageAccess } from '../repository-access/manage-access.tsx'
import { RepositoryLink } from '../repository/repository-links.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { useChangeStack } from './use-change-stack.ts'

/** The repository of the stack. A managed one is the product's, so only who may use it can be changed. */
export function GitConnectionSettings({ stack }: { stack: Stack }) {
  const [isEditing, setEditing] = useState(false)
  const notAllowed = useNotAllowed()('updateStack', stack)
  const action = stack.gitRepositoryIsManaged ? (
    <ManageAccess stack={stack} />
  ) : isEditing ? null : (
    <Button size="sm" disabledReason={notAllowed} onClick={() => setEditing(true)}>
      <Pencil aria-hidden /> Edit Git connection
    </Button>
  )
  return (
    <Card title="Git connection" actions={action}>
      {isEditing ? (
        <GitConnectionForm stack={stack} onClose={() => setEditing(false)} />
      ) : (
        <GitConnectionRows stack={stack} />
      )}
    </Card>
  )
}

function GitConnectionRows({ stack }: { stack: Stack }) {
  const { productName } = useConfig()
  const { gitRepositoryUrl, gitRepositoryIsManaged, managedRepositoryHost } = stack
  const isMissing = gitRepositoryIsManaged && gitRepositoryUrl === ''
  const signIn =
    managedRepositoryHost === 'GitHub'
      ? 'As at GitHub, after an invitation under Manage access'
      : `Your ${productName} email address and password`
  const rows: Property[] = [
    {
      label: 'Repository',
      value: isMissing ? (
        'Is made at GitHub when the stack is initialized'
      ) : (
        <span className="inline-flex max-w-full items-center gap-1">
          <RepositoryLink stack={stack}>{gitRepositoryUrl}</RepositoryLink>
          {gitRepositoryIsManaged ? <CopyButton text={gitRepositoryUrl} label="clone address" /> : null}
        </span>
      ),
    },
    { label: 'Hosted by', value: keeperOf(stack, productName) },
    ...(gitRepositoryIsManaged
      ? [{ label: 'Git sign-in', value: signIn }]
      : [
          { label: 'Username', value: stack.gitUsernameClearText ?? '—' },
          { label: 'Password or token', value: stack.gitPasswordIsSet ? maskedSecret : '—' },
        ]),
    {
      label: 'Encryption key',
      value: <EncryptionKey stack={stack} />,
      explanation:
        'Seals the credentials of this stack, so that a copy of the database alone does not give them away.',
    },
  ]
  return <Properties rows={rows} />
}

const keeperOf = (stack: Stack, productName: string): string => {
  if (stack.managedRepositoryHost === null) return hostOf(stack)
  return stack.managedRepositoryHost === 'GitHub' ? 'GitHub (managed)' : `${productName} (managed)`
}

/** The host by its name where it is a known one. */
const hostOf = ({ gitDisplayInfo, gitRepositoryUrl }: Stack): string =>
  gitDisplayInfo?.providerDisplayName ??
  (URL.canParse(gitRepositoryUrl) ? new URL(gitRepositoryUrl).host : '—')

const passwordMaximum = limits.password * 4
const schemaOf = (isPasswordKept: boolean) =>
  z.object({
    gitRepositoryUrl: repositoryUrlField('Repository URL'),
    gitUsername: requiredText('Username', limits.username),
    gitPassword: isPasswordKept
      ? z.string().trim().max(passwordMaximum)
      : requiredText('Password or token', passwordMaximum),
  })
type GitConnection = z.infer<ReturnType<typeof schemaOf>>

/** New credentials are tried before they are saved; a password that is left empty stays what it is. */
function GitConnectionForm({ stack, onClose }: { stack: Stack; onClose: () => void }) {
  const client = useClient()
  const change = useChangeStack(stack)
  const { control, handleSubmit } = useForm<GitConnection>({
    resolver: zodResolver(schemaOf(stack.gitPasswordIsSet)),
    mode: 'onTouched',
    defaultValues: {
      gitRepositoryUrl: stack.gitRepositoryUrl,
      gitUsername: stack.gitUsernameClearText ?? '',
      gitPassword: '',
    },
  })
  const save = useMutation({
    mutationFn: async ({ gitRepositoryUrl, gitUsername, gitPassword: password }: GitConnection) => {
      if (password === '') return change({ gitRepositoryUrl, gitUsername })
      const body = { repositoryUrl: gitRepositoryUrl, username: gitUsername, password }
      await client.stacks.validateGitCredentials({ body })
      return change({ gitRepositoryUrl, gitUsername, gitPassword: password })
    },
    onSuccess: onClose,
  })
  return (
    <InlineForm
      label="Git connection"
      isPending={save.isPending}
      error={save.error}
      problemHeading="There was a problem saving the Git connection details"
      onSubmit={handleSubmit((values) => save.mutate(values))}
      onCancel={onClose}
    >
      <TextField control={control} name="gitRepositoryUrl" label="Repository URL" type="url" />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField control={control} name="gitUsername" label="Username" autoComplete="off" />
        <PasswordField
          control={control}
          name="gitPassword"
          label="Password or token"
          hint={stack.gitPasswordIsSet ? 'Leave it empty to keep the stored one.' : undefined}
          autoComplete="off"
        />
      </div>
    </InlineForm>
  )
}

/** Fetched only when a person asks to see it, and never kept. */
function EncryptionKey({ stack }: { stack: Stack }) {
  const client = useClient()
  const notAllowed = useNotAllowed()('readEncryptionKey', stack)
  const show = useMutation({
    mutationFn: () =>
      client.stacks.getEncryptionKey({ params: { workspaceId: stack.workspaceId, stackId: stack.id } }),
    gcTime: 0,
  })
  if (!stack.encryptionKeyIsSet) return <>—</>
  if (show.data)
    return <CopyText text={show.data.encryptionKey} label="encryption key" className="max-w-full" />
  return (
    <>
      <Button
        size="sm"
        intent="quiet"
        className="-ml-2"
        aria-label="Show encryption key"
        disabledReason={notAllowed}
        isPending={show.isPending}
        onClick={() => show.mutate()}
      >
        <Eye aria-hidden /> Show
      </Button>
      <ErrorPanel heading="There was a problem fetching the encryption key" error={show.error} />
    </>
  )
}

import { apiVersionModeLabels } from '@sluice/contract/api-version-mode'
import { optionalText } from '@sluice/contract/fields'
import { limits } from '@sluice/contract/limits'
import { canDeleteStack, type Stack } from '@sluice/contract/stack'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { useConfig } from '../../platform/config.tsx'
import { InlineEdit } from '../../platform/forms/inline-edit.tsx'
import { nameAndSlugRows } from '../../platform/forms/name-and-slug-rows.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Card, Properties, type Property } from '../../platform/ui/card.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { useStackEnvironments } from '../environments/use-stack-environments.ts'
import { RepositoryLink } from '../repository/repository-links.tsx'
import { MemberName } from '../workspaces/member-name.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { DeleteStacksDialog } from './delete-stacks-dialog.tsx'
import { EncryptionKey } from './encryption-key.tsx'
import { useStack } from './stack-context.tsx'
import { useChangeStack } from './use-change-stack.ts'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/settings',
)({
  component: StackSettingsPage,
  staticData: { title: 'Settings' },
})

const masked = '*'.repeat(16)

function StackSettingsPage() {
  const stack = useStack()
  const { productName } = useConfig()
  return (
    <div className="max-w-240">
      <PageHeader
        title="Settings"
        meta={
          <>
            <span>{stack.name}</span>
            <span>{stack.slug}</span>
            <CopyText text={stack.id} label="stack ID" className="max-w-full" />
            <span>
              Created <Timestamp moment={stack.createdUtc} /> by <MemberName userId={stack.createdByUserId} />
            </span>
          </>
        }
      />
      <div className="flex flex-col gap-4">
        <BasicInformation stack={stack} />
        <Card title="Git connection">
          <Properties
            rows={[
              {
                label: 'Repository',
                value: <RepositoryLink stack={stack}>{stack.gitRepositoryUrl}</RepositoryLink>,
              },
              {
                label: 'Hosted by',
                value: stack.gitRepositoryIsManaged ? `${productName} (managed)` : 'You',
              },
              ...gitSignIn(stack),
              { label: 'Encryption key', value: <EncryptionKey stack={stack} /> },
            ]}
          />
        </Card>
        <Card title="Salesforce connection">
          <Properties
            rows={[
              { label: 'Sign-in URL', value: stack.sfdcBaseSignInUrl ?? '—' },
              { label: 'Username', value: stack.sfdcBaseUsernameClearText ?? '—' },
              { label: 'API version', value: apiVersionModeLabels[stack.sfdcApiVersionMode] },
            ]}
          />
        </Card>
        <DangerZone stack={stack} />
      </div>
    </div>
  )
}

function BasicInformation({ stack }: { stack: Stack }) {
  const change = useChangeStack(stack)
  const disabledReason = useNotAllowed()('updateStack', stack)
  return (
    <Card title="Basic information">
      <Properties
        rows={[
          ...nameAndSlugRows({ entity: 'stack', named: stack, disabledReason, onChange: change }),
          {
            label: 'Metadata path',
            value: (
              <InlineEdit
                label="Metadata path"
                entity="stack"
                value={stack.metadataDirectoryRelativePath}
                view={<code className="text-12 font-mono">{stack.metadataDirectoryRelativePath}</code>}
                schema={optionalText('Metadata path', limits.relativePath)}
                disabledReason={disabledReason}
                onSave={(path) => change({ metadataDirectoryRelativePath: path })}
              />
            ),
          },
        ]}
      />
    </Card>
  )
}

function DangerZone({ stack }: { stack: Stack }) {
  const router = useRouter()
  const params = Route.useParams()
  const [isOpen, setOpen] = useState(false)
  const environments = useStackEnvironments()
  const notAllowed = useNotAllowed()('deleteStack', stack)
  const reason = canDeleteStack(environments) ? null : 'Every environment must be production and not locked.'
  return (
    <Card title="Danger zone" tone="danger">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
        <p className="text-fg-2">
          Delete this stack. Allowed only when every environment is production and not locked, and every job
          has ended.
        </p>
        <Button intent="danger" disabledReason={notAllowed ?? reason} onClick={() => setOpen(true)}>
          Delete stack
        </Button>
      </div>
      <DeleteStacksDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        stacks={[stack]}
        onDeleted={() => void router.navigate({ to: '/workspaces/$workspaceSlug/stacks', params })}
      />
    </Card>
  )
}

/** How git signs in: to Sluice's own host as the member, elsewhere with what the stack keeps. */
function gitSignIn(stack: Stack): Property[] {
  if (stack.gitRepositoryIsManaged)
    return [{ label: 'Git sign-in', value: 'Your Sluice email address and password' }]
  return [
    { label: 'Username', value: stack.gitUsernameClearText ?? '—' },
    { label: 'Password', value: stack.gitPasswordIsSet ? masked : '—' },
  ]
}

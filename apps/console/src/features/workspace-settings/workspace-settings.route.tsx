import { phoneField, requiredText } from '@sluice/contract/fields'
import { limits } from '@sluice/contract/limits'
import type { Workspace } from '@sluice/contract/workspace'
import { createFileRoute } from '@tanstack/react-router'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { InlineEdit } from '../../platform/forms/inline-edit.tsx'
import { nameAndSlugRows } from '../../platform/forms/name-and-slug-rows.tsx'
import { Card, Properties, type Property } from '../../platform/ui/card.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { WebhooksCard } from '../notifications/webhooks-card.tsx'
import { AccessToken } from './access-token.tsx'
import { DeleteWorkspace } from './delete-workspace.tsx'
import { MemberName } from '../workspaces/member-name.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { useChangeWorkspace } from './use-change-workspace.ts'
import { useWorkspace } from '../workspaces/workspace-context.tsx'

export const Route = createFileRoute('/_signed-in/_shell/workspaces/$workspaceSlug/settings')({
  component: WorkspaceSettingsPage,
  staticData: { title: 'Settings' },
})

function WorkspaceSettingsPage() {
  const workspace = useWorkspace()
  return (
    <div className="max-w-240">
      <PageHeader
        title="Settings"
        meta={
          <>
            <span>{workspace.name}</span>
            <CopyText text={workspace.id} label="workspace ID" className="max-w-full" />
            <span>
              Created <Timestamp moment={workspace.createdUtc} /> by{' '}
              <MemberName userId={workspace.createdByUserId} />
            </span>
          </>
        }
      />
      <div className="flex flex-col gap-4">
        <Card title="Basic information">
          <Properties rows={useBasicRows(workspace)} />
        </Card>
        <Card title="Primary contact">
          <Properties rows={useContactRows(workspace)} />
        </Card>
        <WebhooksCard />
        <DeleteWorkspace workspace={workspace} />
      </div>
    </div>
  )
}

function useBasicRows(workspace: Workspace): Property[] {
  const onChange = useChangeWorkspace(workspace)
  const disabledReason = useNotAllowed()('updateWorkspace', workspace)
  return [
    ...nameAndSlugRows({ entity: 'workspace', named: workspace, disabledReason, onChange }),
    { label: 'CLI access token', value: <AccessToken workspace={workspace} /> },
  ]
}

function useContactRows(workspace: Workspace): Property[] {
  const change = useChangeWorkspace(workspace)
  const shared = { entity: 'workspace', disabledReason: useNotAllowed()('updateWorkspace', workspace) }
  const texts = [
    ['Company name', 'companyName', limits.companyName],
    ['First name', 'firstName', limits.personName],
    ['Last name', 'lastName', limits.personName],
  ] as const
  const rows: Property[] = texts.map(([label, property, limit]) => ({
    label,
    value: (
      <InlineEdit
        {...shared}
        label={label}
        value={workspace[property]}
        schema={requiredText(label, limit)}
        onSave={(value) => change({ [property]: value ?? '' })}
      />
    ),
  }))
  return [
    ...rows,
    {
      label: 'Phone number',
      value: (
        <InlineEdit
          {...shared}
          label="Phone number"
          type="tel"
          value={workspace.phoneNumber}
          schema={phoneField('Phone number')}
          onSave={(phoneNumber) => change({ phoneNumber })}
        />
      ),
    },
  ]
}

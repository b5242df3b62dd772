import { createFileRoute } from '@tanstack/react-router'
import type { Environment } from '@sluice/contract/environment'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { nameAndSlugRows } from '../../platform/forms/name-and-slug-rows.tsx'
import { Card, Properties } from '../../platform/ui/card.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { TagsButton } from '../environment-tags/tags-button.tsx'
import { MemberName } from '../workspaces/member-name.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { ApiVersionCard } from './api-version-card.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { Tags } from './environment-columns.tsx'
import { EnvironmentDangerZone } from './environment-danger-zone.tsx'
import { useEnvironment } from '../current-stack/environment-context.tsx'
import { UnlockAction } from './unlock-action.tsx'
import { useChangeEnvironment } from './use-change-environment.ts'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/environments/$environmentSlug/settings',
)({ component: SettingsTab, staticData: { title: 'Settings' } })

function SettingsTab() {
  const environment = useEnvironment()
  return (
    <div className="flex flex-col gap-4">
      <BasicInformation environment={environment} />
      <ConnectionCard environment={environment} />
      <ApiVersionCard environment={environment} />
      <EnvironmentDangerZone environment={environment} />
    </div>
  )
}

function BasicInformation({ environment }: { environment: Environment }) {
  const change = useChangeEnvironment(environment)
  const disabledReason = useNotAllowed()('updateEnvironment', environment)
  return (
    <Card title="Basic information">
      <Properties
        rows={[
          ...nameAndSlugRows({ entity: 'environment', named: environment, disabledReason, onChange: change }),
          { label: 'Status', value: <UnlockAction environment={environment} /> },
          { label: 'Created', value: <Timestamp moment={environment.createdUtc} /> },
          { label: 'Created by', value: <MemberName userId={environment.createdByUserId} /> },
          {
            label: 'ID',
            value: <CopyText text={environment.id} label="environment ID" className="max-w-full" />,
          },
          { label: 'Tags', value: <EditableTags environment={environment} /> },
        ]}
      />
    </Card>
  )
}

const EditableTags = ({ environment }: { environment: Environment }) => (
  <span className="flex flex-wrap items-center gap-2">
    <Tags environment={environment} />
    <TagsButton environments={[environment]} size="sm">
      Edit <span className="sr-only">tags</span>
    </TagsButton>
  </span>
)

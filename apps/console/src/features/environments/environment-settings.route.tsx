import { createFileRoute } from '@tanstack/react-router'
import { apiVersionModeLabels } from '@sluice/contract/api-version-mode'
import type { Environment } from '@sluice/contract/environment'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { nameAndSlugRows } from '../../platform/forms/name-and-slug-rows.tsx'
import { Card, Properties } from '../../platform/ui/card.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { MemberName } from '../workspaces/member-name.tsx'
import { Tags } from './environment-columns.tsx'
import { useEnvironment } from './environment-context.tsx'
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
      <Card title="Salesforce connection">
        <Properties
          rows={[
            {
              label: 'Sign-in URL',
              value: environment.sfdcSignInUrl ?? inferred(environment.sfdcInferredSignInUrl),
            },
            {
              label: 'Username',
              value: environment.sfdcUsernameClearText ?? inferred(environment.sfdcInferredUsernameClearText),
            },
            {
              label: 'API version',
              value: environment.sfdcApiVersionMode
                ? apiVersionModeLabels[environment.sfdcApiVersionMode]
                : inferred(apiVersionModeLabels[environment.sfdcInferredApiVersionMode]),
            },
          ]}
        />
      </Card>
    </div>
  )
}

function inferred(value: string | null) {
  if (value === null) return <span className="text-fg-3">—</span>
  return (
    <span>
      {value} <span className="text-fg-3">· Inferred from stack</span>
    </span>
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
          { label: 'Tags', value: <Tags environment={environment} /> },
        ]}
      />
    </Card>
  )
}

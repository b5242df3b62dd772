import { type Environment, orgDisplayName, orgDisplayType } from '@sluice/contract/environment'
import { createFileRoute } from '@tanstack/react-router'
import { Card, Properties } from '../../platform/ui/card.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { RawJson } from '../../platform/ui/raw-json.tsx'
import { useEnvironment } from '../current-stack/environment-context.tsx'
import { useBranchRef } from '../current-stack/head-commit.ts'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/environments/$environmentSlug/advanced',
)({ component: AdvancedTab, staticData: { title: 'Advanced' } })

function AdvancedTab() {
  const environment = useEnvironment()
  const { ref } = useBranchRef(environment)
  const parity = [
    ['Parity commit', environment.latestKnownParityCommitHash],
    ['Outbound parity commit', environment.latestKnownParityCommitHashOutbound],
    ['Parity revision', environment.latestKnownParityRevisionNumber],
    ['Include specs hash', environment.latestKnownParityIncludeSpecsHash],
  ] as const
  return (
    <div className="flex flex-col gap-4">
      <Card title="Parity">
        <Properties
          rows={parity.map(([label, value]) => ({
            label,
            value:
              value === null ? (
                <span className="text-fg-3">—</span>
              ) : (
                <CopyText text={String(value)} label={label.toLowerCase()} className="max-w-full" />
              ),
          }))}
        />
      </Card>
      <Card title="Raw JSON">
        <RawJson label="Raw JSON of the environment" value={withDerivedFields(environment)} />
      </Card>
      {ref ? (
        <Card title="Raw JSON of the Git branch">
          <RawJson label="Raw JSON of the Git branch" value={ref} />
        </Card>
      ) : null}
    </div>
  )
}

const withDerivedFields = (environment: Environment) => ({
  ...environment,
  orgDisplayName: orgDisplayName(environment),
  orgDisplayType: orgDisplayType(environment),
})

import { limits } from '@sluice/contract/limits'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { entities } from '../../entities.ts'
import { useEntity } from '../../platform/entities/use-entity.ts'
import { TableFooter } from '../../platform/tables/table-footer.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { useEnvironment } from '../current-stack/environment-context.tsx'
import { compareUndeployed, UndeployedTable } from './undeployed-table.tsx'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/environments/$environmentSlug/undeployed',
)({ component: UndeployedTab, staticData: { title: 'Undeployed components' } })

function UndeployedTab() {
  const set = useEntity(entities.undeployedSets, useEnvironment().id)
  const components = useMemo(() => set?.components.toSorted(compareUndeployed) ?? [], [set])
  if (components.length === 0)
    return (
      <div className="border-line bg-surface rounded-lg border">
        <EmptyState title="Every component of the branch is deployed">
          Components that could not be deployed to the org are listed here with the reason.
        </EmptyState>
      </div>
    )
  return (
    <>
      <UndeployedTable components={components} />
      <TableFooter shown={components.length} total={set?.totalCount ?? components.length} />
      {components.length >= limits.pushedComponents ? (
        <p className="text-12 text-fg-2">Only the first components are listed.</p>
      ) : null}
    </>
  )
}

import type { BranchHead } from '@sluice/contract/repository'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { DataTable } from '../../platform/tables/data-table.tsx'
import { TableSkeleton } from '../../platform/tables/table-skeleton.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { branchColumns } from './branch-columns.tsx'
import { CloneCard } from './clone-card.tsx'
import { Fetched } from './fetched.tsx'
import { branchListQuery } from './history.query.ts'
import { useRepositorySource } from './use-repository-source.ts'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/repository/',
)({ component: BranchesPage })

function BranchesPage() {
  const stack = useStack()
  const query = useQuery(branchListQuery(useRepositorySource()))
  return (
    <>
      <PageHeader title="Git repository" />
      <div className="flex flex-1 flex-col gap-4">
        <CloneCard stack={stack} />
        <h2 className="text-14 font-semibold">Branches</h2>
        <Fetched
          query={query}
          what="the branches"
          missing="There is no such repository"
          loading={<TableSkeleton isTwoLine={false} />}
        >
          {({ branches, defaultBranch, isComplete }) => (
            <DataTable
              label="Branches"
              columns={branchColumns(defaultBranch)}
              groups={[{ title: '', rows: branches.map(toRow) }]}
              rowName={({ name }) => name}
              empty={
                <EmptyState title="No branches exist yet">
                  <p>The first one is made when the stack is initialized or somebody pushes.</p>
                </EmptyState>
              }
              footer={isComplete ? null : <p className="text-fg-2 pt-3">{cutNotice(branches.length)}</p>}
            />
          )}
        </Fetched>
      </div>
    </>
  )
}

const toRow = (branch: BranchHead) => ({ ...branch, id: branch.name })

const cutNotice = (count: number): string => `Only the ${count} branches with the newest commits are listed.`

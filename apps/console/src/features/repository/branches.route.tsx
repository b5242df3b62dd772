import type { BranchHead } from '@sluice/contract/repository'
import type { Stack } from '@sluice/contract/stack'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useConfig } from '../../platform/config.tsx'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import type { Column } from '../../platform/tables/column.ts'
import { DataTable } from '../../platform/tables/data-table.tsx'
import { TableSkeleton } from '../../platform/tables/table-skeleton.tsx'
import { Card, Properties } from '../../platform/ui/card.tsx'
import { ToneChip } from '../../platform/ui/chips.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { Fetched } from './fetched.tsx'
import { branchListQuery } from './history.query.ts'
import { CommitLink } from './repository-links.tsx'
import { useRepositorySource } from './use-repository-source.ts'
import { visibleText } from './visible-text.ts'

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

type Row = BranchHead & { id: string }

const branchColumns = (defaultBranch: string | null): readonly Column<Row>[] => [
  {
    id: 'name',
    label: 'Branch',
    width: '16rem',
    cell: ({ name }) => (
      <span className="flex min-w-0 items-center gap-2">
        <BranchName name={name} />
        {name === defaultBranch ? <ToneChip tone="neutral">default</ToneChip> : null}
      </span>
    ),
  },
  {
    id: 'subject',
    label: 'Newest commit',
    width: 'auto',
    cell: ({ subject }) => <span title={visibleText(subject)}>{visibleText(subject)}</span>,
  },
  { id: 'author', label: 'Author', width: '10rem', cell: ({ authorName }) => visibleText(authorName) },
  { id: 'date', label: 'Date', width: '8rem', cell: ({ authoredUtc }) => <Timestamp moment={authoredUtc} /> },
  {
    id: 'hash',
    label: 'Commit',
    width: '8rem',
    cell: ({ hash }) => <CommitLink className="text-12" hash={hash} />,
  },
  { id: 'log', label: 'History', width: '7rem', cell: ({ name }) => <CommitsLink name={name} /> },
]

function BranchName({ name }: { name: string }) {
  const params = useStackParams()
  return (
    <Link
      to={`${stackPath}/repository/tree/$revision`}
      params={{ ...params, revision: name }}
      search={{ path: '' }}
      className={`${linkClasses} truncate font-medium`}
    >
      {visibleText(name)}
    </Link>
  )
}

function CommitsLink({ name }: { name: string }) {
  const params = useStackParams()
  return (
    <Link
      to={`${stackPath}/repository/commits/$revision`}
      params={{ ...params, revision: name }}
      aria-label={`Commits of ${visibleText(name)}`}
      className={linkClasses}
    >
      Commits
    </Link>
  )
}

/** How to get the repository onto one's own machine. */
function CloneCard({ stack }: { stack: Stack }) {
  const { productName } = useConfig()
  return (
    <Card title="Clone">
      <Properties
        rows={[
          {
            label: 'Address',
            value: <CopyText text={stack.gitRepositoryUrl} label="clone address" className="max-w-full" />,
          },
          {
            label: 'Command',
            value: (
              <CopyText
                text={`git clone ${stack.gitRepositoryUrl}`}
                label="clone command"
                className="max-w-full"
              />
            ),
          },
          {
            label: 'Git sign-in',
            value: `Your ${productName} email address and password. Readers can clone, but not push.`,
          },
        ]}
      />
    </Card>
  )
}

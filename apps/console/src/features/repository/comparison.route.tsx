import type { SluiceApi } from '@sluice/contract/api'
import type { Response } from '@sluice/contract/route'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ArrowLeftRight } from 'lucide-react'
import { plural } from '../../platform/format/plural.ts'
import { Button } from '../../platform/ui/button.tsx'
import { PageHeader } from '../../platform/ui/page-header.tsx'
import { ChangedFileList } from './changed-file-list.tsx'
import { CodeSkeleton } from './code-skeleton.tsx'
import { CommitList } from './commit-list.tsx'
import { Fetched } from './fetched.tsx'
import { comparisonQuery } from './history.query.ts'
import { RevisionPicker } from './revision-picker.tsx'
import { useRepositorySource } from './use-repository-source.ts'
import { visibleText } from './visible-text.ts'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/repository/compare/$from/$to',
)({ component: ComparisonPage, staticData: { title: 'Compare' } })

function ComparisonPage() {
  const { from, to } = Route.useParams()
  const query = useQuery(comparisonQuery(useRepositorySource(), { from, to }))
  return (
    <>
      <PageHeader title="Compare" />
      <Pickers />
      <Fetched
        query={query}
        what="the comparison"
        missing="There is no such branch or commit"
        loading={<CodeSkeleton />}
      >
        {(comparison) => <Comparison comparison={comparison} />}
      </Fetched>
    </>
  )
}

function Pickers() {
  const { from, to } = Route.useParams()
  const navigate = Route.useNavigate()
  const show = (next: { from?: string; to?: string }) =>
    void navigate({ params: (old) => ({ ...old, ...next }) })
  return (
    <div className="flex flex-wrap items-center gap-2 pb-3">
      <RevisionPicker label="From" revision={from} onChange={(next) => show({ from: next })} />
      <Button size="icon" aria-label="Swap" onClick={() => show({ from: to, to: from })}>
        <ArrowLeftRight aria-hidden />
      </Button>
      <RevisionPicker label="To" revision={to} onChange={(next) => show({ to: next })} />
    </div>
  )
}

function Comparison({ comparison }: { comparison: Response<SluiceApi['repository']['compare']> }) {
  const { from, to } = Route.useParams()
  const { onlyInFrom, onlyInTo, changes } = comparison
  const [fromName, toName] = [shownName(from), shownName(to)]
  return (
    <div className="flex flex-col gap-4">
      <p className="wrap-anywhere">
        {onlyInFrom === 0 && onlyInTo === 0
          ? `${fromName} and ${toName} are the same commit.`
          : `${toName} has ${plural(onlyInTo, 'commit')} that ${fromName} lacks; ${fromName} has ${plural(onlyInFrom, 'commit')} that ${toName} lacks. The files are those of ${toName} against those of ${fromName}.`}
      </p>
      {onlyInTo > 0 ? (
        <div className="flex flex-col gap-2">
          <h2 className="text-14 font-semibold wrap-anywhere">{`Commits only in ${toName}`}</h2>
          <CommitList
            key={`${comparison.from} ${comparison.to}`}
            range={{ revision: comparison.to, without: comparison.from }}
            label="Commits that are new"
            count={onlyInTo}
          />
        </div>
      ) : null}
      {onlyInFrom === 0 && onlyInTo === 0 ? null : (
        <ChangedFileList
          key={`${comparison.from} ${comparison.to} files`}
          changes={changes}
          pair={{ from: comparison.from, to: comparison.to }}
        />
      )}
    </div>
  )
}

const shownName = (revision: string): string =>
  /^[0-9a-f]{40}$/.test(revision) ? revision.slice(0, 10) : visibleText(revision)

import type { Environment } from '@sluice/contract/environment'
import { FileX2, GitBranch } from 'lucide-react'
import { Link } from '@tanstack/react-router'
import { plural } from '../../platform/format/plural.ts'
import { OutsideLink } from '../../platform/ui/text-link.tsx'
import { Tooltip } from '../../platform/ui/tooltip.tsx'
import { BranchLink, CommitLink } from '../repository/repository-links.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { useHeadCommit } from '../current-stack/head-commit.ts'
import { useErrorCount } from './use-error-count.ts'

/** The branch, its newest commit and what of it is not deployed. */
export function GitBranchCard({ environment }: { environment: Environment }) {
  return (
    <div className="min-w-0 py-1">
      <p className="flex min-h-6 items-center gap-1.5">
        <GitBranch aria-hidden className="text-fg-3 size-3.5 shrink-0" />
        <BranchLink environment={environment} className="truncate" />
        <UndeployedBadge environment={environment} />
      </p>
      <p className="text-12 text-fg-3 flex flex-wrap items-center gap-x-2 pl-5 leading-6 whitespace-normal">
        <HeadCommit environment={environment} />
        <OpenInEditor environment={environment} />
      </p>
    </div>
  )
}

export function HeadCommit({ environment }: { environment: Environment }) {
  const { isPending, hash } = useHeadCommit(environment)
  if (hash) return <CommitLink hash={hash} />
  return <span>{isPending ? 'Fetching branch info' : 'Branch info not available'}</span>
}

export const OpenInEditor = ({ environment }: { environment: Environment }) =>
  environment.gitBranchEditorUrl ? (
    <OutsideLink href={environment.gitBranchEditorUrl}>Open in IDE</OutsideLink>
  ) : null

function UndeployedBadge({ environment }: { environment: Environment }) {
  const params = useStackParams()
  const count = useErrorCount(environment.id)
  if (count === 0) return null
  const title = `${plural(count, 'undeployed component')} with errors`
  return (
    <Tooltip label={title}>
      <Link
        to={`${stackPath}/environments/$environmentSlug/undeployed`}
        params={{ ...params, environmentSlug: environment.slug }}
        aria-label={title}
        className="bg-amber-soft text-11 text-amber-text inline-flex h-6 shrink-0 items-center gap-1 rounded-sm px-1.5 font-semibold"
      >
        <FileX2 aria-hidden className="size-3" />
        {count}
      </Link>
    </Tooltip>
  )
}

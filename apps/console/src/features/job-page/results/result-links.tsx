import { Link } from '@tanstack/react-router'
import { entities } from '../../../entities.ts'
import { useEntity } from '../../../platform/entities/use-entity.ts'
import { linkClasses } from '../../../platform/ui/text-link.tsx'
import { stackPath, useStackParams } from '../../current-stack/stack-paths.ts'
import type { CommitPair } from '../../repository/history.query.ts'
import { ComparisonLink } from '../../repository/repository-links.tsx'

interface SnapshotLinkProps {
  environmentId: string | null
  snapshot: { number: number; title: string } | null
}

/** The snapshot that a flow has left, in the list of its environment while that exists. */
export function SnapshotLink({ environmentId, snapshot }: SnapshotLinkProps) {
  const params = useStackParams()
  const environment = useEntity(entities.environments, environmentId)
  if (snapshot === null) return '—'
  const name = `${snapshot.number}: ${snapshot.title}`
  if (!environment) return name
  return (
    <Link
      to={`${stackPath}/environments/$environmentSlug/snapshots`}
      params={{ ...params, environmentSlug: environment.slug }}
      className={linkClasses}
    >
      {name}
    </Link>
  )
}

/** Leads to everything that differs between the two commits of a flow. */
export const ViewDifference = ({ pair: { from, to } }: { pair: CommitPair }) =>
  from === undefined || from === to ? null : (
    <ComparisonLink from={from} to={to}>
      View diff
    </ComparisonLink>
  )

import type { Conflict } from '@sluice/contract/conflict'
import { type Environment, orgDisplayName, orgDisplayType } from '@sluice/contract/environment'
import { Link } from '@tanstack/react-router'
import { Building2, GitBranch } from 'lucide-react'
import { entities } from '../../entities.ts'
import { useEntity } from '../../platform/entities/use-entity.ts'
import { ProductionChip } from '../../platform/ui/chips.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { BranchLink } from '../repository/repository-links.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { sidesOf } from './resolution-rules.ts'

const orgTypes = { production: 'Production org', sandbox: 'Sandbox' } as const

/** Where the two sides of the merge come from. */
export function ConflictEnvironments({ conflict }: { conflict: Conflict }) {
  const { local, remote } = sidesOf(conflict.mergeContext)
  return (
    <div className="grid gap-3 pb-4 sm:grid-cols-2">
      <SideCard title="Local" side={local} environmentId={conflict.localEnvironmentId} />
      <SideCard title="Remote" side={remote} environmentId={conflict.remoteEnvironmentId} />
    </div>
  )
}

interface SideCardProps {
  title: string
  /** What of the environment the side is. */
  side: string
  environmentId: string | null
}

function SideCard({ title, side, environmentId }: SideCardProps) {
  const environment = useEntity(entities.environments, environmentId)
  return (
    <section
      aria-label={`${title} environment`}
      className="border-line bg-surface min-w-0 rounded-lg border px-4 py-2.5"
    >
      <h2 className="text-12 text-fg-2 flex flex-wrap gap-x-2">
        <span className="text-fg font-semibold">{title}</span>
        {side}
      </h2>
      {environment ? <EnvironmentFacts environment={environment} /> : <p>The environment was deleted.</p>}
    </section>
  )
}

function EnvironmentFacts({ environment }: { environment: Environment }) {
  const params = useStackParams()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 pt-1">
      <span className="flex min-w-0 items-center gap-2">
        <Link
          to={`${stackPath}/environments/$environmentSlug`}
          params={{ ...params, environmentSlug: environment.slug }}
          className={`${linkClasses} truncate font-medium`}
        >
          {environment.name}
        </Link>
        {environment.isProduction ? <ProductionChip /> : null}
      </span>
      <span className="flex min-w-0 items-center gap-1.5">
        <GitBranch aria-hidden className="text-fg-3 size-3.5 shrink-0" />
        <BranchLink environment={environment} className="truncate" />
      </span>
      <span className="text-fg-2 flex min-w-0 items-center gap-1.5">
        <Building2 aria-hidden className="text-fg-3 size-3.5 shrink-0" />
        <span className="truncate">{`${orgTypes[orgDisplayType(environment)]}: ${orgDisplayName(environment)}`}</span>
      </span>
    </div>
  )
}

import type { Environment } from '@sluice/contract/environment'
import { Link } from '@tanstack/react-router'
import { plural } from '../../platform/format/plural.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { countsText } from './difference-text.ts'
import { LastLook } from './last-look.tsx'
import { useDifference, useSyncDebt } from './use-difference.ts'

/** What differs in an environment, in numbers that lead to the difference, and when it was looked at. */
export function DifferenceCell({ environment }: { environment: Environment }) {
  const difference = useDifference(environment.id)
  if (!difference) return <span className="text-fg-3">—</span>
  return (
    <div className="min-w-0 py-1 whitespace-normal">
      <p className="min-h-6 leading-6">
        <DifferenceLink environment={environment}>{countsText(difference) ?? 'Not known yet'}</DifferenceLink>
      </p>
      <p className="text-12 text-fg-3 empty:hidden">
        <LastLook difference={difference} />
      </p>
      <SyncDebtLine environment={environment} />
    </div>
  )
}

/** Leads to the page that shows the difference of an environment. */
export function DifferenceLink({ environment, children }: { environment: Environment; children: string }) {
  const params = useStackParams()
  return (
    <Link
      to={`${stackPath}/environments/$environmentSlug/difference`}
      params={{ ...params, environmentSlug: environment.slug }}
      search={{ show: 'all' }}
      className={linkClasses}
    >
      {children}
    </Link>
  )
}

/** What a sandbox lacks of production, and since when; nothing when it lacks nothing. */
export function SyncDebtLine({ environment }: { environment: Environment }) {
  const debt = useSyncDebt(environment)
  if (debt === null) return null
  return (
    <p className="text-12 text-fg-3">
      {`${plural(debt.commits, 'commit')} behind production`}
      {debt.oldestUtc === null ? null : (
        <>
          , the oldest <Timestamp moment={debt.oldestUtc} />
        </>
      )}
    </p>
  )
}

import type { EnvironmentDifference } from '@sluice/contract/difference'
import type { Environment } from '@sluice/contract/environment'
import type { CommitSummary } from '@sluice/contract/repository'
import { plural } from '../../platform/format/plural.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { useDifference, useDifferenceList } from '../differences/use-difference.ts'
import { CommitLink, ComparisonLink } from '../repository/repository-links.tsx'
import { visibleText } from '../repository/visible-text.ts'
import { ListSkeleton, ShortList } from './short-list.tsx'

const shownCommits = 4
const shownComponents = 5

/** The commits and components of the branch that the org does not have. */
export function WaitingForOrg({ environment }: { environment: Environment }) {
  const { data } = useDifferenceList(environment)
  const difference = useDifference(environment.id)
  if (!difference || difference.toDeploy === null) return <p className="text-fg-2">Not known yet.</p>
  const { commitsAhead } = difference.branch
  if (difference.toDeploy === 0 && !commitsAhead)
    return <p className="text-fg-2">Nothing waits for the org.</p>
  return (
    <>
      <CommitsAhead branch={difference.branch} />
      {data ? (
        <Commits commits={data.commits.slice(0, shownCommits)} />
      ) : (
        <ListSkeleton count={Math.min(commitsAhead ?? 0, shownCommits)} className="pb-3" />
      )}
      <ShortList
        environment={environment}
        part="toDeploy"
        title={`${plural(difference.toDeploy, 'component')} to deploy`}
        components={data?.components.filter(({ outbound }) => outbound !== null)}
        atMost={shownComponents}
        total={difference.toDeploy}
        changeOf={({ outbound }) => outbound}
      />
    </>
  )
}

/** How many commits the org was never offered, and the way to all of them at once. */
function CommitsAhead({ branch }: { branch: EnvironmentDifference['branch'] }) {
  const { commitsAhead, sinceCommitHash: from, headCommitHash: to } = branch
  if (!commitsAhead) return null
  const text = `${plural(commitsAhead, 'commit')} ahead`
  return (
    <p className="font-medium">
      {from && to ? (
        <ComparisonLink from={from} to={to}>
          {text}
        </ComparisonLink>
      ) : (
        text
      )}
    </p>
  )
}

const Commits = ({ commits }: { commits: readonly CommitSummary[] }) =>
  commits.length === 0 ? null : (
    <ul aria-label="Commits ahead" className="flex flex-col gap-1 pb-3">
      {commits.map(({ hash, subject, authorName, authoredUtc }) => (
        <li key={hash} className="min-w-0">
          <span className="block truncate" title={visibleText(subject)}>
            {visibleText(subject) || 'No message'}
          </span>
          <span className="text-12 text-fg-2 flex flex-wrap gap-x-2">
            <CommitLink hash={hash} className="text-12" />
            <span>
              {visibleText(authorName)}, <Timestamp moment={authoredUtc} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  )

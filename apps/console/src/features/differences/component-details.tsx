import type { SluiceApi } from '@sluice/contract/api'
import type { DifferenceComponent } from '@sluice/contract/difference'
import type { Environment } from '@sluice/contract/environment'
import type { Response } from '@sluice/contract/route'
import { useQuery } from '@tanstack/react-query'
import { plural } from '../../platform/format/plural.ts'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import { CodeSkeleton } from '../repository/code-skeleton.tsx'
import { Fetched } from '../repository/fetched.tsx'
import { CommitLink } from '../repository/repository-links.tsx'
import { visibleText } from '../repository/visible-text.ts'
import { ComponentMarks, WhoAndWhen } from './component-marks.tsx'
import { componentTitle } from './difference-text.ts'
import { componentQuery } from './difference.query.ts'
import { DifferingFiles } from './differing-files.tsx'
import { useDifference, useDifferencePlace } from './use-difference.ts'

type Details = Response<SluiceApi['differences']['getComponent']>

interface ComponentDetailsProps {
  environment: Environment
  component: DifferenceComponent
}

/** How a component differs on each side, with its element differences in sentences, its lines and its authors. */
export function ComponentDetails({ environment, component }: ComponentDetailsProps) {
  const { componentType, componentName } = component
  const revision = useDifference(environment.id)?.revision
  const place = useDifferencePlace(environment)
  const query = useQuery(componentQuery(place, { componentType, componentName, revision }))
  return (
    <article aria-label={componentTitle(component)} className="flex min-w-0 flex-col gap-4">
      <header className="flex flex-col gap-1">
        <h2 className="text-16 font-semibold wrap-anywhere">{visibleText(componentName)}</h2>
        <p className="text-fg-2">{visibleText(componentType)}</p>
        <ComponentMarks component={component} />
        <MergeSentence merge={component.merge} />
      </header>
      <Fetched
        query={query}
        what="the component"
        missing="This component does not differ any more"
        loading={<CodeSkeleton />}
      >
        {(details) => <Sides component={component} details={details} />}
      </Fetched>
    </article>
  )
}

const mergeSentences = {
  clean: 'Both sides changed it; a flow in merges the changes.',
  conflict: 'Both sides changed the same place; a flow in needs a decision.',
}

const MergeSentence = ({ merge }: Pick<DifferenceComponent, 'merge'>) =>
  merge === null ? null : <p className="text-fg-2">{mergeSentences[merge]}</p>

function Sides({
  component: { outbound, inbound },
  details,
}: {
  component: DifferenceComponent
  details: Details
}) {
  return (
    <>
      {inbound ? (
        <DifferingFiles title="Changed in the org" files={details.inbound}>
          <WhoAndWhen change={inbound} />
        </DifferingFiles>
      ) : null}
      {outbound ? (
        <DifferingFiles title="To deploy" files={details.outbound}>
          {outbound.wasLeftOut ? 'An earlier flow out left it out. ' : null}
          {details.commits.length === 0 ? <WhoAndWhen change={outbound} /> : null}
          <Commits commits={details.commits} />
        </DifferingFiles>
      ) : null}
    </>
  )
}

const Commits = ({ commits }: Pick<Details, 'commits'>) =>
  commits.length === 0 ? null : (
    <ul aria-label={plural(commits.length, 'commit')} className="flex flex-col gap-1">
      {commits.map(({ hash, subject, authorName, authoredUtc }) => (
        <li key={hash} className="flex flex-wrap items-baseline gap-x-2">
          <CommitLink hash={hash} className="text-12" />
          <span className="text-fg wrap-anywhere">{visibleText(subject) || 'No message'}</span>
          <span className="text-12">
            {visibleText(authorName)} <Timestamp moment={authoredUtc} />
          </span>
        </li>
      ))}
    </ul>
  )

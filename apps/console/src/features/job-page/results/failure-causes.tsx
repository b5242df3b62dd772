import type { Affected, RootCause } from '@sluice/contract/deployment-errors/root-causes'
import { useState } from 'react'
import { plural } from '../../../platform/format/plural.ts'
import { Button } from '../../../platform/ui/button.tsx'
import { useStack } from '../../current-stack/stack-context.tsx'
import { placeOf } from '../../jobs/component-problems.tsx'
import { ResultSection } from '../../jobs/result-section.tsx'
import { CodeAround, isInBranch } from './code-around.tsx'

interface FailureCausesProps {
  causes: readonly RootCause[]
  /** The commit that was deployed; null where the repository does not have it. */
  commitHash: string | null
}

/** Why components failed, each reason once, with its meaning and a way out. */
export function FailureCauses({ causes, commitHash }: FailureCausesProps) {
  if (causes.length === 0) return null
  return (
    <ResultSection title={`Causes (${causes.length})`}>
      <ol className="divide-line flex flex-col divide-y" aria-label="Causes">
        {causes.map((cause) => (
          <li key={`${cause.ruleId} ${cause.title}`} className="py-3 first:pt-0 last:pb-0">
            <Cause cause={cause} commitHash={commitHash} />
          </li>
        ))}
      </ol>
    </ResultSection>
  )
}

const shownAtFirst = 3

function Cause({ cause, commitHash }: { cause: RootCause; commitHash: string | null }) {
  const [isWhole, setWhole] = useState(false)
  const { title, meaning, wayOut, affected } = cause
  const shown = isWhole ? affected : affected.slice(0, shownAtFirst)
  const stopped = new Set(affected.map(({ component }) => nameOf(component))).size
  return (
    <>
      <h4 className="font-medium wrap-anywhere">
        {title}
        {affected.length > 1 ? (
          <span className="text-fg-2 font-normal">{` · stopped ${plural(stopped, 'component')}`}</span>
        ) : null}
      </h4>
      {meaning === null ? null : <p className="text-fg-2">{meaning}</p>}
      {wayOut === null ? null : (
        <p>
          <span className="font-medium">What to do: </span>
          {wayOut}
        </p>
      )}
      <ul className="flex flex-col gap-1 pt-2">
        {shown.map((one) => (
          <AffectedComponent
            key={`${nameOf(one.component)} ${one.problem.description} ${placeOf(one.problem)}`}
            affected={one}
            title={title}
            commitHash={commitHash}
          />
        ))}
      </ul>
      {affected.length > shown.length ? (
        <Button intent="quiet" size="sm" onClick={() => setWhole(true)}>
          {`Show ${affected.length - shown.length} more`}
        </Button>
      ) : null}
    </>
  )
}

interface AffectedComponentProps {
  affected: Affected
  title: string
  commitHash: string | null
}

function AffectedComponent({ affected, title, commitHash }: AffectedComponentProps) {
  const [isOpen, setOpen] = useState(false)
  const hasRepository = useStack().managedRepositoryHost === 'BuiltIn'
  const { component, problem, isConsequence } = affected
  const path = problem.archiveFilePath
  const place = placeOf(problem)
  const canShow = hasRepository && commitHash !== null && path !== null && isInBranch(path)
  return (
    <li className="border-line border-l-2 pl-3">
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="font-medium wrap-anywhere">{nameOf(component)}</span>
        {isConsequence ? <span className="text-12 text-fg-2">as a consequence</span> : null}
        {place === '' ? null : <span className="text-12 text-fg-2 font-mono wrap-anywhere">{place}</span>}
        {canShow ? (
          <Button
            intent="quiet"
            size="sm"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Hide' : 'Show'} the lines of ${nameOf(component)}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide lines' : 'Show lines'}
          </Button>
        ) : null}
      </p>
      {problem.description === title ? null : (
        <p className="text-12 text-fg-2 wrap-anywhere">{problem.description}</p>
      )}
      {isOpen && canShow ? (
        <CodeAround commitHash={commitHash} archiveFilePath={path} component={component} problem={problem} />
      ) : null}
    </li>
  )
}

const nameOf = (component: Affected['component']): string =>
  component === null ? 'The whole deployment' : `${component.componentType} ${component.componentName}`

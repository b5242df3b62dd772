import type { ComponentProblem } from '@sluice/contract/component'
import type { DisplayStatus } from '@sluice/contract/status-scale'
import { StatusIcon } from '../../platform/ui/status.tsx'

const looks: Record<ComponentProblem['type'], DisplayStatus> = {
  Error: 'Failed',
  Warning: 'Warning',
  Info: 'Finished',
}

/** What Salesforce said, with file, line and column. */
export function ComponentProblems({ problems }: { problems: readonly ComponentProblem[] }) {
  return (
    <ul className="flex flex-col gap-1.5">
      {problems.map((problem) => (
        <li
          key={`${problem.archiveFilePath} ${problem.line} ${problem.column} ${problem.description}`}
          className="flex gap-2"
        >
          <StatusIcon status={looks[problem.type]} className="mt-0.5" />
          <span className="min-w-0">
            <span className="sr-only">{problem.type}: </span>
            <span className="wrap-anywhere">{problem.description}</span>
            {problem.archiveFilePath || problem.line !== null ? (
              <span className="text-12 text-fg-2 block font-mono wrap-anywhere">{placeOf(problem)}</span>
            ) : null}
          </span>
        </li>
      ))}
    </ul>
  )
}

export function placeOf({ archiveFilePath, line, column }: ComponentProblem): string {
  const parts = [
    archiveFilePath,
    line === null ? null : `line ${line}`,
    column === null ? null : `column ${column}`,
  ]
  return parts.filter((part) => part !== null && part !== '').join(', ')
}

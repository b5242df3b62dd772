import { repositoryPath } from '@sluice/contract/metadata-layout'
import { useState } from 'react'
import { Button } from '../../../platform/ui/button.tsx'
import { useStack } from '../../current-stack/stack-context.tsx'
import { FileDifference } from '../../repository/file-difference.tsx'
import type { CommitPair } from '../../repository/history.query.ts'
import { visibleText } from '../../repository/visible-text.ts'
import { CodeAround, isInBranch } from './code-around.tsx'
import type { FlowOutComponent } from './flow-out-components.ts'

interface ComponentDifferenceProps {
  component: FlowOutComponent
  pair: CommitPair
}

const filesAtFirst = 3

/** The lines around the errors of a component, and how its files differ between the two commits. */
export function ComponentDifference({ component, pair }: ComponentDifferenceProps) {
  const [isWhole, setWhole] = useState(false)
  const stack = useStack()
  const { identity, filePaths, problems, changeType } = component
  const shown = isWhole ? filePaths : filePaths.slice(0, filesAtFirst)
  return (
    <div className="flex flex-col gap-2 pt-2">
      {problems.map((problem) =>
        problem.archiveFilePath !== null && isInBranch(problem.archiveFilePath) ? (
          <CodeAround
            key={`${problem.archiveFilePath} ${problem.line} ${problem.description}`}
            commitHash={pair.to}
            archiveFilePath={problem.archiveFilePath}
            component={identity}
            problem={problem}
          />
        ) : null,
      )}
      {shown.map((filePath) => {
        const path = repositoryPath(stack, filePath)
        return (
          <section key={path} aria-label={`Difference of ${path}`} className="border-line rounded-md border">
            <h4 className="border-line text-12 border-b px-3 py-1.5 font-mono wrap-anywhere">
              {visibleText(path)}
            </h4>
            <FileDifference
              file={{ path, changeType: changeType === 'Deleted' ? 'Deleted' : 'Modified', component: null }}
              pair={pair}
            />
          </section>
        )
      })}
      {filePaths.length > shown.length ? (
        <Button size="sm" onClick={() => setWhole(true)}>
          {`Show ${filePaths.length - shown.length} more files`}
        </Button>
      ) : null}
    </div>
  )
}

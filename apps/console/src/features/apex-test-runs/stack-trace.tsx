import { Link } from '@tanstack/react-router'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { useStack } from '../stacks/stack-context.tsx'
import { stackPath, useStackParams } from '../stacks/stack-paths.ts'
import { traceLines } from './stack-trace-lines.ts'

interface StackTraceProps {
  text: string
  /** The branch of the environment in which the test ran; null when the environment is gone. */
  branch: string | null
}

/** A stack trace whose lines lead to the code in Git, where the repository has pages here. */
export function StackTrace({ text, branch }: StackTraceProps) {
  const stack = useStack()
  const params = useStackParams()
  const isLinked = stack.managedRepositoryHost === 'BuiltIn'
  return (
    <ol className="text-12 text-fg-2 font-mono wrap-anywhere">
      {traceLines(text, stack.metadataDirectoryRelativePath).map(({ text: line, place }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a trace may name one line twice, and never changes
        <li key={index}>
          {isLinked && branch !== null && place !== null ? (
            <Link
              to={`${stackPath}/repository/file/$revision`}
              params={{ ...params, revision: branch }}
              search={{ path: place.path, view: 'code', line: place.line }}
              className={linkClasses}
            >
              {line}
            </Link>
          ) : (
            line
          )}
        </li>
      ))}
    </ol>
  )
}

import { useStack } from '../current-stack/stack-context.tsx'
import { CodePlaceLink } from './code-place-link.tsx'
import { traceLines } from './stack-trace-lines.ts'

interface StackTraceProps {
  text: string
  /** The branch of the environment in which the test ran; null when the environment is gone. */
  branch: string | null
}

/** A stack trace whose lines lead to the code in Git, where the repository has pages here. */
export function StackTrace({ text, branch }: StackTraceProps) {
  const stack = useStack()
  return (
    <ol className="text-12 text-fg-2 font-mono wrap-anywhere">
      {traceLines(text, stack.metadataDirectoryRelativePath).map(({ text: line, place }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a trace may name one line twice, and never changes
        <li key={index}>
          <CodePlaceLink place={place} branch={branch}>
            {line}
          </CodePlaceLink>
        </li>
      ))}
    </ol>
  )
}

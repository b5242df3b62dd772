import type { PlacedStack } from '@sluice/contract/metadata-layout'
import type { ApexTestResult } from '@sluice/contract/apex-test-run'
import { useMemo, useState } from 'react'
import { formatDuration } from '../../platform/format/duration.ts'
import { plural } from '../../platform/format/plural.ts'
import { Card } from '../../platform/ui/card.tsx'
import { EmptyState } from '../../platform/ui/empty-state.tsx'
import { Select } from '../../platform/ui/select.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { type CodePlace, codePath, CodePlaceLink } from './code-place-link.tsx'
import { outcomeLabels, OutcomeText } from './test-run-status.tsx'

interface TestResultsProps {
  results: readonly ApexTestResult[]
  branch: string | null
}

const items = { all: 'All outcomes', ...outcomeLabels } as const

/** The results of a run, grouped by class. */
export function TestResults({ results, branch }: TestResultsProps) {
  const [outcome, setOutcome] = useState<keyof typeof items>('all')
  const classes = useMemo(
    () => byClass(results.filter((result) => outcome === 'all' || result.outcome === outcome)),
    [results, outcome],
  )
  return (
    <Card
      title="Test results"
      actions={
        <Select
          aria-label="Outcome"
          className="w-48"
          items={items}
          value={outcome}
          onValueChange={setOutcome}
        />
      }
    >
      {classes.length === 0 ? <EmptyState title="No test results with this outcome" /> : null}
      {classes.map(({ name, methods }) => (
        <section key={name} aria-label={name} className="border-line border-t first:border-0">
          <h3 className="px-4 pt-3 font-semibold wrap-anywhere">
            {name} <span className="text-fg-2 font-normal">{plural(methods.length, 'test result')}</span>
          </h3>
          <ul className="px-4 pb-3">
            {methods.map((result) => (
              <MethodRow key={result.id} result={result} branch={branch} />
            ))}
          </ul>
        </section>
      ))}
    </Card>
  )
}

function MethodRow({ result, branch }: { result: ApexTestResult; branch: string | null }) {
  const { methodName, outcome, duration, message, stackTrace, apexClassNamespace } = result
  return (
    <li className="border-line border-t py-1.5 first:border-0">
      <div className="flex flex-wrap items-center gap-x-4">
        <span className="min-w-0 flex-1 basis-48 font-mono wrap-anywhere">{methodName}</span>
        <span className="ml-auto flex items-center">
          <OutcomeText outcome={outcome} />
          <span className="text-fg-2 w-20 text-right tabular-nums">
            {duration === null ? '—' : formatDuration(duration)}
          </span>
        </span>
      </div>
      {message === null ? null : <p className="pt-1 wrap-anywhere whitespace-pre-wrap">{message}</p>}
      {stackTrace === null ? null : (
        // The code of a package is not in Git.
        <StackTrace text={stackTrace} branch={apexClassNamespace === null ? branch : null} />
      )}
    </li>
  )
}

interface ClassResults {
  name: string
  methods: readonly ApexTestResult[]
}

function byClass(results: readonly ApexTestResult[]): ClassResults[] {
  const classes = new Map<string, ApexTestResult[]>()
  for (const result of results) {
    const { apexClassNamespace, apexClassName } = result
    const name = apexClassNamespace === null ? apexClassName : `${apexClassNamespace}.${apexClassName}`
    const methods = classes.get(name)
    if (methods) methods.push(result)
    else classes.set(name, [result])
  }
  return [...classes].map(([name, methods]) => ({ name, methods }))
}

interface StackTraceProps {
  text: string
  /** The branch of the environment in which the test ran; null when the environment is gone. */
  branch: string | null
}

/** A stack trace whose lines lead to the code in Git, where the repository has pages here. */
function StackTrace({ text, branch }: StackTraceProps) {
  const stack = useStack()
  return (
    <ol className="text-12 text-fg-2 font-mono wrap-anywhere">
      {traceLines(text, stack).map(({ text: line, place }, index) => (
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

interface TraceLine {
  text: string
  /** The file and the line in it that the text names; null for code of a package or of Salesforce. */
  place: CodePlace | null
}

const frame = /^(Class|Trigger)\.(\w+)(?:\.[\w<>. ]+)?: line (\d+), column \d+/

/** The lines of a stack trace with the files that they name, below the folder of the metadata in Git. */
export function traceLines(stackTrace: string, stack: PlacedStack): TraceLine[] {
  return stackTrace.split('\n').map((text) => {
    const [, kind, name = '', line = ''] = frame.exec(text.trim()) ?? []
    if (kind === undefined || Number(line) < 1) return { text, place: null }
    const path = codePath({ name, isTrigger: kind === 'Trigger' }, stack)
    return { text, place: { path, line: Number(line) } }
  })
}

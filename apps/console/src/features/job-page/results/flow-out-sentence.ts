import type { FlowOutResult } from '@sluice/contract/job-commands/flow-out-result'
import { formatNumber, plural } from '../../../platform/format/plural.ts'
import { placeOf } from '../../jobs/component-problems.tsx'
import { causesOf } from './flow-out-failures.ts'
import { flowOutReasons } from './flow-out-reasons.ts'

/** What a flow out did, in one sentence for each thing that a person has to know first. */
export function flowOutSentence(result: FlowOutResult): string {
  const { successes, failures, isCheckOnly, isSuccessful } = result
  const done = isCheckOnly ? 'validated' : 'deployed'
  const stayed = stayedOut(failures)
  if (!isSuccessful) return `Nothing was ${done}.${stayed}`
  const total = successes.length + failures.length
  if (total === 0) return 'There was nothing to deploy.'
  if (failures.length === 0) return `${plural(total, 'component')} ${done}.`
  return `${formatNumber(successes.length)} of ${plural(total, 'component')} ${done}.${stayed}`
}

/** The first component that failed with its first error, and how many others did. */
function stayedOut(failures: FlowOutResult['failures']): string {
  const [first, ...others] = failures
  if (first === undefined) return ''
  const error = first.problems.find(({ type }) => type === 'Error') ?? first.problems[0]
  const line = typeof error?.line === 'number' ? `line ${error.line}, ` : ''
  const why = error === undefined ? '' : `: ${line}${error.description.replace(/\.$/, '')}`
  const more = others.length === 0 ? '' : ` ${plural(others.length, 'other')} stayed out too.`
  return ` ${first.componentName} stayed out${why}.${more}`
}

/** The sentence, why the flow out stopped short, the causes, and each failed component with what Salesforce said. */
export function flowOutText(result: FlowOutResult): string {
  const causes = causesOf(result).map(({ title, wayOut, affected }) =>
    [
      `${title} (${plural(affected.length, 'failure')})`,
      ...(wayOut === null ? [] : [`  What to do: ${wayOut}`]),
    ].join('\n'),
  )
  const failed = result.failures.map(({ componentType, componentName, problems }) => {
    const lines = problems.map((problem) => {
      const place = placeOf(problem)
      return `  ${place === '' ? '' : `${place}: `}${problem.description}`
    })
    return [`${componentType} ${componentName}`, ...lines].join('\n')
  })
  return [flowOutSentence(result), ...flowOutReasons(result), ...causes, ...failed].join('\n')
}

import { type FailedTest, failedTestsListed } from '@sluice/contract/job-commands/flow-out-result'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import type { DeployOutcome } from './await-deployment.ts'

type Changed = Pick<ComponentChange, 'identity'>

/** The tests that failed in a deployment, with the changed components that each concerns. */
export function failedTestsOf(
  { tests }: Pick<DeployOutcome, 'tests'>,
  changes: readonly Changed[],
): FailedTest[] {
  const code = changes.filter(
    ({ identity: { componentType: type } }) => type === 'ApexClass' || type === 'ApexTrigger',
  )
  return tests
    .flatMap(({ namespace = null, className, methodName, failure }) => {
      if (failure === null) return []
      const frames = framesOf(failure.stackTrace ?? '')
      const own = frames.find(({ name }) => name.toLowerCase() === className.toLowerCase())
      const named = new Set([className, subjectOf(className), ...frames.map(({ name }) => name)].map(folded))
      return [
        {
          className: namespace === null ? className : `${namespace}.${className}`,
          methodName,
          message: failure.message,
          line: namespace === null ? (own?.line ?? null) : null,
          components:
            namespace === null
              ? code.map(({ identity }) => identity).filter((one) => named.has(folded(one.componentName)))
              : [],
        },
      ]
    })
    .slice(0, failedTestsListed)
}

const folded = (name: string): string => name.toLowerCase()

/** The class that a test class is named after: `QuoteTest`, `Quote_Tests` and `TestQuote` test `Quote`. */
const subjectOf = (className: string): string =>
  className.replace(/_?tests?$/iu, '').replace(/^[Tt]est_?(?=[A-Z])/u, '')

interface Frame {
  readonly name: string
  readonly line: number
}

/** The classes and triggers of a stack trace, such as `Class.QuoteTest.totals: line 12, column 1`. */
function framesOf(trace: string): Frame[] {
  const frames = trace.matchAll(/^\s*(?:Class|Trigger)\.(\w+)(?:\.[\w<>. ]+)?: line (\d+), column \d+/gmu)
  return [...frames].map(([, name = '', line = '']) => ({ name, line: Number(line) }))
}

import { diagnose } from '@sluice/contract/deployment-errors/diagnose'
import type { Fates, FlowOutComponent } from './flow-out-components.ts'
import { csvOf } from './csv.ts'
import { placeOf } from '../../jobs/component-problems.tsx'

const headings = ['Result', 'Change', 'Package', 'Type', 'Name', 'ID', 'Problems', 'Causes', 'What to do']

/** The components as CSV, with what is known about their errors. */
export function flowOutCsv(components: readonly FlowOutComponent[], fates: Fates): string {
  const rows = components.map(({ fate, changeType, identity, componentId, problems }) => [
    fates[fate],
    changeType ?? '',
    identity.packageName,
    identity.componentType,
    identity.componentName,
    componentId ?? '',
    problems.map((problem) => `${placeOf(problem)}: ${problem.description}`.replace(/^: /, '')).join('\n'),
    ...advice(problems, identity.componentName),
  ])
  return csvOf([headings, ...rows])
}

/** What the rule book says about the errors of a component: its titles and its ways out. */
function advice(problems: FlowOutComponent['problems'], componentName: string): [string, string] {
  const known = problems
    .filter(({ type }) => type === 'Error')
    .map(({ description }) => diagnose(description, componentName))
    .filter(({ ruleId }) => ruleId !== null)
  return [known.map(({ title }) => title).join('\n'), known.map(({ wayOut }) => wayOut ?? '').join('\n')]
}

import type { ComponentIdentity, ComponentProblem } from '../component.ts'
import { type Diagnosis, diagnose } from './diagnose.ts'

/** One thing that Salesforce said; of the deployment as a whole when there is no component. */
export interface Failure {
  readonly component: ComponentIdentity | null
  readonly problem: ComponentProblem
}

export interface Affected extends Failure {
  /** Whether it failed only because another component of this cause did. */
  readonly isConsequence: boolean
}

/** One reason for which components failed. */
export interface RootCause extends Omit<Diagnosis, 'missing'> {
  readonly affected: readonly Affected[]
}

interface Diagnosed {
  readonly failure: Failure
  readonly diagnosis: Diagnosis
}

/** The reasons behind the failures of a deployment, those that stopped the most components first. */
export function rootCauses(failures: readonly Failure[]): RootCause[] {
  const diagnosed = failures
    .filter(({ problem }) => problem.type === 'Error')
    .map((failure) => ({
      failure,
      diagnosis: diagnose(failure.problem.description, failure.component?.componentName),
    }))
  const own = firstDiagnoses(diagnosed)
  const causes = new Map<string, { diagnosis: Diagnosis; affected: Affected[] }>()
  for (const { failure, diagnosis } of diagnosed) {
    const origin = originOf(diagnosis, own)
    const key = keyOf(origin)
    const cause = causes.get(key) ?? { diagnosis: origin, affected: [] }
    cause.affected.push({ ...failure, isConsequence: keyOf(diagnosis) !== key })
    causes.set(key, cause)
  }
  return [...causes.values()]
    .toSorted((a, b) => b.affected.length - a.affected.length)
    .map(({ diagnosis: { ruleId, title, meaning, wayOut }, affected }) => ({
      ruleId,
      title,
      meaning,
      wayOut,
      affected: affected.toSorted((a, b) => Number(a.isConsequence) - Number(b.isConsequence)),
    }))
}

const keyOf = ({ ruleId, title }: Diagnosis): string => `${ruleId ?? ''}\n${title}`

/** What is wrong with each failed component itself, by `type name` in lower case, as orgs compare names. */
function firstDiagnoses(diagnosed: readonly Diagnosed[]): ReadonlyMap<string, Diagnosis> {
  const own = new Map<string, Diagnosis>()
  for (const { failure, diagnosis } of diagnosed) {
    if (failure.component === null) continue
    const name = nameOf(`${failure.component.componentType} ${failure.component.componentName}`)
    if (!own.has(name)) own.set(name, diagnosis)
  }
  return own
}

/** Follows what is missing to a component that failed itself, and on from there. */
function originOf(diagnosis: Diagnosis, own: ReadonlyMap<string, Diagnosis>): Diagnosis {
  const seen = new Set([diagnosis])
  for (let origin = diagnosis; ;) {
    const next = origin.missing === null ? undefined : own.get(nameOf(origin.missing))
    if (next === undefined) return origin
    // Components that name each other in a circle keep what was said about each.
    if (seen.has(next)) return diagnosis
    seen.add(next)
    origin = next
  }
}

/** Of a class inside another one the outer, which is what is deployed. */
function nameOf(typeAndName: string): string {
  const name = typeAndName.toLowerCase()
  return name.startsWith('apexclass ') ? (name.split('.')[0] ?? name) : name
}

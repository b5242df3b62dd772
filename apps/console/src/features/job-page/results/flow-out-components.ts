import type { ChangeType, ComponentIdentity, ComponentProblem } from '@sluice/contract/component'
import type { FlowOutResult } from '@sluice/contract/job-commands/flow-out-result'

/** What became of a component of a flow out. */
export const componentFates = ['failed', 'notDeployed', 'deployed', 'excluded', 'onlyInOrg'] as const
export type ComponentFate = (typeof componentFates)[number]

/** How the fates are called in one result. */
export type Fates = Readonly<Record<ComponentFate, string>>

export interface FlowOutComponent {
  readonly key: string
  readonly fate: ComponentFate
  readonly identity: ComponentIdentity
  /** Null for what the flow out left alone. */
  readonly changeType: ChangeType | null
  readonly componentId: string | null
  readonly problems: readonly ComponentProblem[]
  readonly isNew: boolean
  readonly failingSinceCommit: string | null
  /** Its files in the branch, below the metadata directory. */
  readonly filePaths: readonly string[]
}

/** All components of a result: what failed first, and each fate by package, type and name. */
export function flowOutComponents(result: FlowOutResult): FlowOutComponent[] {
  return [
    ...result.failures.map((one) => toRow('failed', one)),
    ...result.notDeployed.map((one) => toRow('notDeployed', one)),
    ...result.successes.map((one) => toRow('deployed', one)),
    ...result.excludedComponents.map((one) => toRow('excluded', one)),
    ...result.onlyInOrg.map((one) => toRow('onlyInOrg', one)),
  ].toSorted((a, b) => byText(a.sortKey, b.sortKey))
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

type Source = ComponentIdentity & Partial<FlowOutResult['failures'][number]>

function toRow(fate: ComponentFate, source: Source): FlowOutComponent & { sortKey: string } {
  const { packageName, componentType, componentName } = source
  const name = `${packageName} ${componentType} ${componentName}`
  return {
    key: `${fate} ${name}`,
    sortKey: `${componentFates.indexOf(fate)} ${name}`,
    fate,
    identity: { packageName, componentType, componentName },
    changeType: source.changeType ?? null,
    componentId: source.componentId ?? null,
    problems: source.problems ?? [],
    isNew: source.isNew ?? false,
    failingSinceCommit: source.failingSinceCommit ?? null,
    filePaths: source.filePaths ?? [],
  }
}

/** The components of a fate, or of every fate, whose type, name or problems contain a text, whatever its case. */
export function filterFlowOutComponents(
  components: readonly FlowOutComponent[],
  { fate, text }: { fate: ComponentFate | null; text: string },
): readonly FlowOutComponent[] {
  const wanted = text.trim().toLowerCase()
  return components.filter(
    (one) => (fate === null || one.fate === fate) && (wanted === '' || textOf(one).includes(wanted)),
  )
}

const textOf = ({ identity, problems }: FlowOutComponent): string =>
  [identity.componentType, identity.componentName, ...problems.map(({ description }) => description)]
    .join('\n')
    .toLowerCase()

export type FlowOutLine =
  | { readonly key: string; readonly title: string; readonly packageName: string; readonly count: number }
  | { readonly key: string; readonly component: FlowOutComponent }

/** The lines of the table: each type of a package with its components below it, types with failures first. */
export function linesByType(components: readonly FlowOutComponent[]): FlowOutLine[] {
  const types = new Map<string, FlowOutComponent[]>()
  for (const component of components) {
    const { packageName, componentType } = component.identity
    const key = `${packageName} ${componentType}`
    const known = types.get(key)
    if (known) known.push(component)
    else types.set(key, [component])
  }
  return [...types].flatMap(([key, members]): FlowOutLine[] => {
    const [first] = members
    if (!first) return []
    const { componentType: title, packageName } = first.identity
    return [
      { key: `type ${key}`, title, packageName, count: members.length },
      ...members.map((component) => ({ key: component.key, component })),
    ]
  })
}

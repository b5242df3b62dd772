import type { DeploymentComponent } from './deployment-components.ts'

/** The components of one metadata type in one package. */
export interface DeploymentGroup {
  readonly key: string
  readonly packageName: string
  readonly componentType: string
  readonly components: readonly DeploymentComponent[]
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Groups by package and type, each and their components in the order of their names. */
export function groupsOf(components: readonly DeploymentComponent[]): DeploymentGroup[] {
  const groups = new Map<string, DeploymentComponent[]>()
  for (const component of components) {
    const { packageName, componentType } = component.identity
    const key = `${packageName} ${componentType}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [component])
    else group.push(component)
  }
  return [...groups]
    .toSorted(([a], [b]) => byText(a, b))
    .flatMap(([key, members]) => {
      const [first] = members
      if (first === undefined) return []
      const { packageName, componentType } = first.identity
      const sorted = members.toSorted((a, b) => byText(a.identity.componentName, b.identity.componentName))
      return [{ key, packageName, componentType, components: sorted }]
    })
}

/** The components whose name, type or parts contain the text, whatever its case. */
export function matching(
  components: readonly DeploymentComponent[],
  search: string,
): readonly DeploymentComponent[] {
  const text = search.trim().toLowerCase()
  if (text === '') return components
  const has = (one: string) => one.toLowerCase().includes(text)
  return components.filter(
    ({ identity, items }) =>
      has(identity.componentName) || has(identity.componentType) || items.some(({ name }) => has(name)),
  )
}

/** The same keys with or without others. */
export function withKeys(
  keys: ReadonlySet<string>,
  changed: readonly string[],
  isIn: boolean,
): ReadonlySet<string> {
  const next = new Set(keys)
  for (const key of changed) {
    if (isIn) next.add(key)
    else next.delete(key)
  }
  return next
}

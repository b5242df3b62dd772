/** A component that a flow in brings. */
export interface MessageChange {
  readonly changeType: 'Added' | 'Modified' | 'Deleted'
  readonly componentType: string
  readonly componentName: string
}

/** The number of characters that Git and its hosts show of a subject without truncation. */
const longest = 72
const mostNamed = 3

const verbs = { Added: 'add', Modified: 'change', Deleted: 'delete' } as const
const changeTypes = ['Added', 'Modified', 'Deleted'] as const

/** Names up to three changed components if they fit, and counts the components of each type otherwise. Null without changes. */
export function commitSubject(changes: readonly MessageChange[]): string | null {
  if (changes.length === 0) return null
  const named = changes.length <= mostNamed ? namesOf(changes) : null
  return named !== null && lengthOf(named) <= longest ? named : countsOf(changes)
}

/** Makes a subject such as "Add ApexClass Gamma; change Layout Account-Short, Profile Sales". */
function namesOf(changes: readonly MessageChange[]): string {
  const clauses = changeTypes.flatMap((changeType) => {
    const names = changes
      .filter((change) => change.changeType === changeType)
      .map(({ componentType, componentName }) => `${componentType} ${componentName}`)
    return names.length === 0 ? [] : `${verbs[changeType]} ${names.join(', ')}`
  })
  return capitalized(clauses.join('; '))
}

/** Makes a subject such as "Change 12 components: 5 CustomField, 4 Layout, 3 ApexClass"; types that do not fit are counted together. */
function countsOf(changes: readonly MessageChange[]): string {
  const counts = new Map<string, number>()
  for (const { componentType } of changes) counts.set(componentType, (counts.get(componentType) ?? 0) + 1)
  const [first] = changes
  const isAlike = changes.every(({ changeType }) => changeType === first?.changeType)
  const verb = capitalized(verbs[isAlike && first !== undefined ? first.changeType : 'Modified'])
  const begin = `${verb} ${changes.length === 1 ? '1 component' : `${changes.length} components`}`
  const types = [...counts]
    .toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .map(([type, count]) => ({ text: `${count} ${type}`, count }))
  for (let shown = types.length; shown > 0; shown--) {
    const left = types.slice(shown).reduce((sum, { count }) => sum + count, 0)
    const rest = left === 0 ? [] : [`${left} more`]
    const text = `${begin}: ${[...types.slice(0, shown).map((type) => type.text), ...rest].join(', ')}`
    if (lengthOf(text) <= longest) return text
  }
  return begin
}

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

const lengthOf = (text: string): number => Array.from(text).length

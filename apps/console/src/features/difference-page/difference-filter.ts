import { type DifferenceComponent, directionOf } from '@sluice/contract/difference'
import type { ShownPart } from './shown-part.ts'

export function isInPart(component: DifferenceComponent, part: ShownPart): boolean {
  if (part === 'all') return true
  if (part === 'both') return directionOf(component) === 'both'
  return (part === 'toDeploy' ? component.outbound : component.inbound) !== null
}

export const countIn = (components: readonly DifferenceComponent[], part: ShownPart): number =>
  components.reduce((count, component) => count + Number(isInPart(component, part)), 0)

/** The components of a part that have a text in their type, name or author, whatever its case. */
export function filterComponents(
  components: readonly DifferenceComponent[],
  { part, text }: { part: ShownPart; text: string },
): DifferenceComponent[] {
  const wanted = text.trim().toLowerCase()
  return components.filter(
    (component) => isInPart(component, part) && (wanted === '' || textOf(component).includes(wanted)),
  )
}

const textOf = ({ componentType, componentName, outbound, inbound }: DifferenceComponent): string =>
  `${componentType} ${componentName}\n${outbound?.who ?? ''}\n${inbound?.who ?? ''}`.toLowerCase()

export type ListItem =
  | { kind: 'type'; componentType: string; count: number }
  | { kind: 'component'; component: DifferenceComponent }

/** The lines of the list: each type with its components below it, in the order in which the server sends them. */
export function itemsByType(components: readonly DifferenceComponent[]): ListItem[] {
  const byType = new Map<string, DifferenceComponent[]>()
  for (const component of components) {
    const ofType = byType.get(component.componentType)
    if (ofType) ofType.push(component)
    else byType.set(component.componentType, [component])
  }
  return [...byType].flatMap(([componentType, ofType]): ListItem[] => [
    { kind: 'type', componentType, count: ofType.length },
    ...ofType.map((component) => ({ kind: 'component' as const, component })),
  ])
}

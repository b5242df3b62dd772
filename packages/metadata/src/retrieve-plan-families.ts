import { unpackaged } from './component.ts'
import { parentOf } from './paths.ts'

/** Types of which the part of a name before this character is an object. */
const objectEndsAt: Readonly<Record<string, string>> = {
  CustomObjectTranslation: '-',
  Layout: '-',
  QuickAction: '.',
}

/** Types that are named as an object is. */
const namedAsObject = new Set(['CustomObject', 'CustomTab', 'Workflow'])

/** A component as a manifest names it. */
interface Named {
  readonly type: string
  readonly fullName: string
}

/** Text that groups members of one object, and leaves every other member by itself. */
export function familyOf(member: Named): string {
  const object = objectOf(member)
  return object === null ? `type ${member.type} ${member.fullName}` : `object ${object}`
}

function objectOf({ type, fullName }: Named): string | null {
  if (namedAsObject.has(type)) return fullName
  const parent = parentOf({ packageName: unpackaged, componentType: type, componentName: fullName })
  if (parent !== null) return namedAsObject.has(parent.componentType) ? parent.componentName : null
  const character = objectEndsAt[type]
  const at = character === undefined ? -1 : fullName.indexOf(character)
  return at < 1 ? null : fullName.slice(0, at)
}

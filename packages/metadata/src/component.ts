import { compareText } from './collation.ts'

/** The package name of everything that belongs to no package. */
export const unpackaged = 'unpackaged'

/** One addressable piece of metadata: a class, an object, a field inside an object. */
export interface ComponentIdentity {
  /** `unpackaged`, or the name of a package directory of the repository. */
  readonly packageName: string
  /** Metadata API name of the type, such as `ApexClass` or `CustomField`. */
  readonly componentType: string
  /** Full name as the Metadata API spells it: `Account.Rating__c`, `Folder/Report`, percent escapes kept. */
  readonly componentName: string
}

/** A piece of a component that can change on its own. */
export interface ContentItem {
  readonly type: 'File' | 'CompositeComponentContent' | 'NestedComponent'
  /** File name below the package directory, or the full name of the nested component. */
  readonly name: string
  /** Set for nested components only: they are components themselves. */
  readonly identity?: { readonly componentType: string; readonly componentName: string }
}

/**
 * The string under which a component is kept in maps and sets.
 * Keeps case; `%28` and `(` give one key, because the service writes either.
 */
export function componentKey(identity: ComponentIdentity): string {
  return `${identity.packageName}|${identity.componentType}|${decodeComponentName(identity.componentName)}`
}

/** The name as people read it: percent escapes resolved. A stray `%` leaves the name as it is. */
export function decodeComponentName(name: string): string {
  if (!name.includes('%')) return name
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** Orders by package, type and name, by code unit, so that the order is the same on every machine. */
export function compareComponents(a: ComponentIdentity, b: ComponentIdentity): number {
  return (
    compareText(a.packageName, b.packageName) ||
    compareText(a.componentType, b.componentType) ||
    compareText(a.componentName, b.componentName)
  )
}

import { type ComponentIdentity, componentKey } from '../component.ts'

const separator = '\t'

/** The string under which an entry of a component is left out of an archive, beside the `componentKey`s. */
export function entryKey(component: ComponentIdentity, id: string): string {
  return keyWithEntry(componentKey(component), id)
}

/** The `entryKey` for a component that is known by its `componentKey`. */
export function keyWithEntry(component: string, id: string): string {
  return `${component}${separator}${id}`
}

/** The two parts of an `entryKey`; the id is null for the key of a whole component. */
export function partsOfKey(key: string): { readonly component: string; readonly entry: string | null } {
  const at = key.indexOf(separator)
  return at < 0 ? { component: key, entry: null } : { component: key.slice(0, at), entry: key.slice(at + 1) }
}

import { registryEntries } from './data/registry.gen.ts'
import type { RegistryChild, RegistryEntry } from './registry-entry.ts'

/** A metadata type of the published registry: Metadata API name, folder, suffix, layout of its files. */
export type MetadataType = RegistryEntry

/**
 * A type whose components live inside a component of another type, such as `CustomField` in
 * `CustomObject`.
 */
export interface NestedType extends RegistryChild {
  readonly parentName: string
}

const byName = new Map<string, MetadataType>()
const byDirectory = new Map<string, MetadataType[]>()
const nestedByName = new Map<string, NestedType>()
const nestedByParent = new Map<string, readonly NestedType[]>()
const compositeNames = new Set<string>()

for (const entry of registryEntries) {
  byName.set(entry.name, entry)
  const sameDirectory = byDirectory.get(entry.directoryName)
  if (sameDirectory === undefined) byDirectory.set(entry.directoryName, [entry])
  else sameDirectory.push(entry)
  const nested = entry.nested.map((child) => ({ ...child, parentName: entry.name }))
  nestedByParent.set(entry.name, nested)
  if (nested.some((child) => child.inComposite)) compositeNames.add(entry.name)
  for (const child of nested) if (!nestedByName.has(child.name)) nestedByName.set(child.name, child)
}

/** The type with this Metadata API name; null for unknown and for nested types. */
export function findType(xmlName: string): MetadataType | null {
  return byName.get(xmlName) ?? null
}

/** The nested type with this name, such as `CustomField`; null when it is none. */
export function findNestedType(xmlName: string): NestedType | null {
  return nestedByName.get(xmlName) ?? null
}

/** Every type that keeps files in this folder, in registry order; several share `reports`, `email`, `wave` and others. */
export function typesOfFolder(directoryName: string): readonly MetadataType[] {
  return byDirectory.get(directoryName) ?? []
}

/** The types that live inside components of this type, in registry order; empty for unknown types. */
export function childTypesOf(xmlName: string): readonly NestedType[] {
  return nestedByParent.get(xmlName) ?? []
}

/** Whether components of this type hold addressable components inside their one file. */
export function isCompositeType(xmlName: string): boolean {
  return compositeNames.has(xmlName)
}

/** Names of all known types, nested ones included, in registry order. */
export function allTypeNames(): readonly string[] {
  return [...byName.keys(), ...nestedByName.keys()]
}

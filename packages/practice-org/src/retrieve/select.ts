import type { Manifest } from '../deploy/manifest.ts'
import type { OrgState } from '../org-state.ts'
import { findChildType, findType, folderTypes } from '../registry/metadata-types.ts'
import { keyOf } from '../store/component-record.ts'
import type { ComponentRecord } from '../store/component-record.ts'
import { wording } from '../wording.ts'

/** What a retrieve would return; each component once, also when it is named twice. */
export interface Selection {
  /** Whole components with files of their own. */
  whole: ComponentRecord[]
  /** Nested components asked for by name whose parent was not asked for, by the parent's key. */
  nested: Map<string, ComponentRecord[]>
  /** Nested components that were named, whether or not their parent was. */
  named: ComponentRecord[]
  /** What the manifest names and the org lacks, in the words of the service. */
  problems: string[]
}

/**
 * Finds what a manifest names. What does not exist is a message, not an error: the retrieve
 * still succeeds (seen on the wire). A child named without its parent comes in a file that
 * holds only the named children.
 */
export function selectComponents(org: OrgState, manifest: Manifest): Selection {
  const selection: Selection = { whole: [], nested: new Map(), named: [], problems: [] }
  const seen = new Set<string>()
  for (const [type, members] of manifest.members) {
    if (!findType(type) && !findChildType(type)) {
      selection.problems.push(wording.metadata.unknownType(type))
      continue
    }
    for (const name of members)
      if (name !== '*' && !findNamed(org, type, name))
        selection.problems.push(wording.metadata.missing(type, name))
    for (const record of recordsOf(org, type, members)) {
      const key = keyOf(record.type, record.fullName)
      if (seen.has(key)) continue
      seen.add(key)
      if (record.parent === undefined) selection.whole.push(record)
      else selection.named.push(record)
    }
  }
  const wholeKeys = new Set(selection.whole.map((record) => keyOf(record.type, record.fullName)))
  for (const record of selection.named) {
    const parent = record.parent ?? ''
    if (wholeKeys.has(parent)) continue
    selection.nested.set(parent, [...(selection.nested.get(parent) ?? []), record])
  }
  return selection
}

function recordsOf(org: OrgState, type: string, members: ReadonlySet<string>): ComponentRecord[] {
  return [...members].flatMap((name) => {
    if (name === '*') return org.store.list(type).filter((record) => isInWildcard(record))
    const record = findNamed(org, type, name)
    return record ? [record] : []
  })
}

/** A component by name; folders are named under their contents' type. */
function findNamed(org: OrgState, type: string, name: string): ComponentRecord | undefined {
  const folderType = folderTypes.find((entry) => entry.content === type)?.name
  return (
    org.store.find(type, name) ?? (folderType === undefined ? undefined : org.store.find(folderType, name))
  )
}

/** A wildcard means custom objects, not standard ones, and nothing that lies in folders. */
function isInWildcard(record: ComponentRecord): boolean {
  if (record.type === 'CustomObject') return /__\w+$/.test(record.fullName)
  if (record.type === 'StandardValueSet') return false
  return findType(record.type)?.inFolder !== true
}

import type { ComponentIdentity, ContentItem } from '../component.ts'
import type { UndeployableReason } from '../deploy-rules.ts'
import type { ComponentPath } from '../paths.ts'
import type { ChangeType, FileChange } from './file-change.ts'

import { compareComponents, componentKey } from '../component.ts'
import { deployabilityOf } from '../deploy-rules.ts'
import { componentOfPath, pathsOfComponent } from '../paths.ts'
import { isCompositeType } from '../registry.ts'
import { compositeDifference } from './composite-difference.ts'
import { sameContent } from './same-content.ts'

/** One piece of a component that came, changed or went. */
export interface ContentItemChange {
  readonly item: ContentItem
  readonly changeType: ChangeType
}

/**
 * One changed component. Nested components are changes of their own, with `parent`; their composite is a change as well
 * only when it came, went, or its own content changed.
 */
export interface ComponentChange {
  readonly identity: ComponentIdentity
  readonly changeType: ChangeType
  readonly parent: ComponentIdentity | null
  readonly contentItems: readonly ContentItemChange[]
  /** The files that show the change, below the metadata directory. */
  readonly paths: readonly string[]
  readonly isComposite: boolean
  readonly alwaysSingleContentItem: boolean
  readonly canDeployAdd: boolean
  readonly canDeployModify: boolean
  readonly canDeployDelete: boolean
  /** Set when a deployment cannot make this very change. */
  readonly undeployableReason?: UndeployableReason
}

/** What the changed files alone do not tell. */
export interface ComponentChangesOptions {
  /** Whether anything lies in a bundle's directory (ends with `/`); without it the bundle's description file decides. */
  readonly isPresent?: (side: 'before' | 'after', directory: string) => boolean
}

/**
 * The components that changed files mean, sorted by type and name.
 * Spelling (indent, entities, form of empty elements) is no change; files of no component are left out.
 */
export function componentChanges(
  fileChanges: Iterable<FileChange>,
  options: ComponentChangesOptions = {},
): ComponentChange[] {
  const wholes = new Map<string, { readonly located: ComponentPath; readonly files: FileChange[] }>()
  const changes: ComponentChange[] = []
  for (const file of fileChanges) {
    const located = componentOfPath(file.path)
    if (located === null) continue
    const nested = located.isComposite ? compositeChanges(file, located.identity) : null
    if (nested !== null) {
      changes.push(...nested)
      continue
    }
    if (file.before !== null && file.after !== null && sameContent(file.before, file.after, located.isXml))
      continue
    const key = componentKey(located.identity)
    const group = wholes.get(key)
    if (group === undefined) wholes.set(key, { located, files: [file] })
    else group.files.push(file)
  }
  for (const { located, files } of wholes.values()) changes.push(wholeChange(located, files, options))
  return changes.toSorted((a, b) => compareComponents(a.identity, b.identity))
}

function wholeChange(
  { identity }: ComponentPath,
  files: readonly FileChange[],
  options: ComponentChangesOptions,
): ComponentChange {
  const contentItems = files.map((file) => {
    const name = file.path.slice(identity.packageName.length + 1)
    return { item: { type: 'File' as const, name }, changeType: fileChangeType(file) }
  })
  const paths = files.map((file) => file.path)
  return describe(identity, changeTypeOf(identity, files, options), { parent: null, contentItems, paths })
}

function changeTypeOf(
  identity: ComponentIdentity,
  files: readonly FileChange[],
  options: ComponentChangesOptions,
): ChangeType {
  const places = pathsOfComponent(identity)
  if (places.directory === null) {
    const main =
      files.find((file) => file.path === places.files[0]) ??
      (files.length === 1 && places.files.length < 2 ? files[0] : undefined)
    return main === undefined ? 'Modified' : fileChangeType(main)
  }
  const { isPresent } = options
  if (isPresent !== undefined) {
    if (!isPresent('before', places.directory)) return 'Added'
    return isPresent('after', places.directory) ? 'Modified' : 'Deleted'
  }
  const description = files.find((file) => file.path.endsWith('-meta.xml'))
  return description === undefined ? 'Modified' : fileChangeType(description)
}

function fileChangeType(file: FileChange): ChangeType {
  if (file.before === null) return 'Added'
  return file.after === null ? 'Deleted' : 'Modified'
}

/** Null when a side cannot be read as a composite: then the file counts as one piece. */
function compositeChanges(file: FileChange, identity: ComponentIdentity): ComponentChange[] | null {
  const difference = compositeDifference(file)
  if (difference === null) return null
  const paths = [file.path]
  const nested = difference.nested.map((change) => {
    const { componentType, componentName } = change.identity
    const item = {
      type: 'NestedComponent' as const,
      name: componentName,
      identity: { componentType, componentName },
    }
    return { change, item: { item, changeType: change.changeType } }
  })
  const changes = nested.map(({ change, item }) =>
    describe(change.identity, change.changeType, { parent: identity, contentItems: [item], paths }),
  )
  if (difference.own === null) return changes
  const ownItem = {
    item: { type: 'CompositeComponentContent' as const, name: identity.componentName },
    changeType: difference.own,
  }
  const contentItems = [ownItem, ...nested.map(({ item }) => item)]
  return [describe(identity, difference.own, { parent: null, contentItems, paths }), ...changes]
}

function describe(
  identity: ComponentIdentity,
  changeType: ChangeType,
  rest: Pick<ComponentChange, 'parent' | 'contentItems' | 'paths'>,
): ComponentChange {
  const { deleteReason, ...rules } = deployabilityOf(identity)
  const isComposite = isCompositeType(identity.componentType)
  const change = {
    identity,
    changeType,
    ...rest,
    isComposite,
    alwaysSingleContentItem: !isComposite,
    ...rules,
  }
  if (changeType === 'Deleted')
    return deleteReason === null ? change : { ...change, undeployableReason: deleteReason }
  const possible = changeType === 'Added' ? rules.canDeployAdd : rules.canDeployModify
  return possible ? change : { ...change, undeployableReason: 'ComponentIsNotDeployable' }
}

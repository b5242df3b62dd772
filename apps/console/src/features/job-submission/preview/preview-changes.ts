import type { SluiceApi } from '@sluice/contract/api'
import { type ComponentIdentity, unpackagedPackage } from '@sluice/contract/component'
import type { DifferenceComponent, LeftOutByPerson } from '@sluice/contract/difference'
import type { Response } from '@sluice/contract/route'

/** What differs between branch and org, as the server lists it. */
export type DifferenceList = Response<SluiceApi['differences']['listComponents']>
/** `outbound`: what a flow out brings to the org; `inbound`: what a flow in brings to the branch. */
export type PreviewSide = 'outbound' | 'inbound'

/** One component that the job is going to change. */
export interface PreviewChange {
  readonly key: string
  readonly componentType: string
  readonly componentName: string
  readonly changeType: 'Added' | 'Modified' | 'Deleted'
  /** Null where both sides have the same change, of which nothing more is known. */
  readonly component: DifferenceComponent | null
  /** False where Salesforce never takes such a change. */
  readonly isDeployable: boolean
  /** Who left it out of an earlier flow out; null where nobody did. */
  readonly leftOut: LeftOutByPerson | null
  /** Whether its files can be shown. */
  readonly hasDetails: boolean
}

export const keyOfChange = (one: Pick<PreviewChange, 'componentType' | 'componentName'>): string =>
  `${one.componentType} ${one.componentName}`

/** Everything that a flow does according to what is known now, deletions first because they cannot be taken back. */
export function changesOf(list: DifferenceList, side: PreviewSide): readonly PreviewChange[] {
  const differing = list.components.flatMap((component): PreviewChange[] => {
    const change = component[side]
    if (change === null) return []
    const { componentType, componentName, outbound } = component
    const isDeployable = side === 'inbound' || outbound?.isDeployable !== false
    const { changeType } = change
    return [
      {
        key: keyOfChange(component),
        componentType,
        componentName,
        changeType,
        component,
        isDeployable,
        leftOut: side === 'outbound' ? (outbound?.leftOut ?? null) : null,
        hasDetails: true,
      },
    ]
  })
  const same = list.sameOnBothSides.flatMap((one): PreviewChange[] => {
    const changeType = one[side]
    if (changeType === null) return []
    const { componentType, componentName } = one
    return [
      {
        key: keyOfChange(one),
        componentType,
        componentName,
        changeType,
        component: null,
        isDeployable: true,
        leftOut: null,
        hasDetails: false,
      },
    ]
  })
  const all = [...differing, ...same]
  return [
    ...all.filter(({ changeType }) => changeType === 'Deleted'),
    ...all.filter(({ changeType }) => changeType !== 'Deleted'),
  ]
}

/** The identities of the changes with these keys, as `excludedComponents` lists them. */
export const identitiesOf = (
  changes: readonly PreviewChange[],
  keys: ReadonlySet<string>,
): ComponentIdentity[] =>
  changes
    .filter(({ key }) => keys.has(key))
    .map(({ componentType, componentName }) => ({
      packageName: unpackagedPackage,
      componentType,
      componentName,
    }))

/** Keys of what stays out because the new component around it is left out. */
export function heldBack(
  changes: readonly PreviewChange[],
  excluded: ReadonlySet<string>,
): ReadonlySet<string> {
  const parents = changes.filter(
    ({ key, changeType, componentType }) =>
      changeType === 'Added' && componentType === 'CustomObject' && excluded.has(key),
  )
  const isInside = ({ componentType, componentName }: PreviewChange) =>
    componentType !== 'CustomObject' &&
    parents.some((parent) => componentName.startsWith(`${parent.componentName}.`))
  return new Set(changes.flatMap((change) => (isInside(change) ? [change.key] : [])))
}

/** What is left of the changes when some components stay out. */
export function remaining(
  changes: readonly PreviewChange[],
  excluded: ReadonlySet<string>,
): readonly PreviewChange[] {
  const held = heldBack(changes, excluded)
  return changes.filter(({ key, isDeployable }) => isDeployable && !excluded.has(key) && !held.has(key))
}

/** Changes of the org that a flow out would overwrite. */
export const overwritten = (changes: readonly PreviewChange[]): readonly PreviewChange[] =>
  changes.filter(
    ({ component }) => component !== null && component.inbound !== null && component.outbound !== null,
  )

const isApex = ({ componentType }: PreviewChange): boolean =>
  componentType === 'ApexClass' || componentType === 'ApexTrigger'

/** Whether Salesforce runs tests for it in production. */
export const hasApex = (changes: readonly PreviewChange[]): boolean => changes.some(isApex)

import { limits } from '@sluice/contract/limits'
import { formatNumber, plural } from '../../../platform/format/plural.ts'
import type { ChosenComponents } from '../chosen-components.ts'
import { isOneEnvironment } from '../environment-filter-form.ts'
import type { FlowOutForm } from '../flow-out-form.ts'
import { type PreviewChange, identitiesOf, keyOfChange, remaining } from './preview-changes.ts'

type Choice = Pick<FlowOutForm, 'chosen' | 'excludedComponents'>

/** The keys of what stays out: what a person has just left out, or what people left out before as long as nobody changed that. */
export function excludedKeys(
  excluded: readonly Pick<PreviewChange, 'componentType' | 'componentName'>[] | null,
  changes: readonly PreviewChange[],
): ReadonlySet<string> {
  if (excluded !== null) return new Set(excluded.map(keyOfChange))
  return new Set(changes.flatMap(({ key, leftOut }) => (leftOut === null ? [] : [key])))
}

/** The keys of the changes that are left out: all that were not chosen, or those that a person left out if nothing was chosen. */
export function leftOutKeys(
  { chosen, excludedComponents }: Choice,
  changes: readonly PreviewChange[],
): ReadonlySet<string> {
  if (chosen === null) return excludedKeys(excludedComponents, changes)
  const wanted = new Set(chosen.components.map(keyOfChange))
  return new Set(changes.flatMap(({ key }) => (wanted.has(key) ? [] : [key])))
}

/** Changes the form so that exactly the changes with these keys are left out. */
export function withLeftOut(
  { chosen }: Pick<Choice, 'chosen'>,
  changes: readonly PreviewChange[],
  keys: ReadonlySet<string>,
): Choice {
  if (chosen === null) return { chosen, excludedComponents: identitiesOf(changes, keys) }
  const components = changes
    .filter(({ key }) => !keys.has(key))
    .map(({ componentType, componentName }) => ({ componentType, componentName }))
  return { chosen: { ...chosen, components }, excludedComponents: [] }
}

/** Names what stays out as the preview shows it: also what was not chosen, and what people left out before. Null: nothing is shown. */
export function withoutUnchosen(form: FlowOutForm, changes: readonly PreviewChange[] | null): FlowOutForm {
  if (changes === null) return form
  return { ...form, excludedComponents: identitiesOf(changes, leftOutKeys(form, changes)) }
}

type Chosen = Pick<FlowOutForm, 'chosen' | 'environments' | 'diffMode'>

/** Says why a flow out of chosen components cannot be submitted now; null when it can. Only known differences can be left out. */
export function whyNotOnlyChosen(
  { chosen, environments, diffMode }: Chosen,
  changes: readonly PreviewChange[] | null,
): string | null {
  if (chosen === null) return null
  if (!isOneEnvironment(environments)) return 'Chosen components are deployed to one environment only.'
  if (diffMode === 'Org')
    return 'With the diff mode Org it is not known beforehand what else would be deployed. Choose another diff mode.'
  if (changes === null) return 'It is not known yet what else would be deployed.'
  const excluded = leftOutKeys({ chosen, excludedComponents: [] }, changes)
  if (excluded.size > limits.excludedComponents)
    return `At most ${formatNumber(limits.excludedComponents)} components can be left out of a flow out.`
  return remaining(changes, excluded).length === 0 ? 'Nothing of what was chosen can be deployed now.' : null
}

const origins: Record<ChosenComponents['origin'], (count: number) => string> = {
  person: (count) => `the ${plural(count, 'component')} that you chose`,
  failures: (count) => `the ${plural(count, 'component')} that failed`,
}

/** Says which components the dialog was opened for. */
export const begunSentence = ({ origin, components }: ChosenComponents): string =>
  `This began with ${origins[origin](components.length)}.`

/** Says how many changes are left out, and how many of the components that the dialog was opened for no longer differ. */
export function leftOutSentences(
  begunWith: ChosenComponents,
  changes: readonly PreviewChange[],
  excluded: ReadonlySet<string>,
): string {
  const keys = new Set(changes.map(({ key }) => key))
  const gone = begunWith.components.filter((one) => !keys.has(keyOfChange(one))).length
  const others = excluded.size === 1 ? '1 other is' : `${formatNumber(excluded.size)} others are`
  return [
    excluded.size === 0 ? 'Nothing else is left out.' : `${others} left out.`,
    gone === 0 ? '' : `${formatNumber(gone)} of those ${gone === 1 ? 'does' : 'do'} not differ any more.`,
  ]
    .join(' ')
    .trim()
}

import { limits } from '@sluice/contract/limits'
import { formatNumber, plural } from '../../../platform/format/plural.ts'
import type { ChosenComponents } from '../chosen-components.ts'
import { isOneEnvironment } from '../environment-filter-form.ts'
import type { FlowOutForm } from '../flow-out-form.ts'
import { type PreviewChange, identitiesOf, keyOfChange, remaining } from './preview-changes.ts'

type Choice = Pick<FlowOutForm, 'chosen' | 'excludedComponents'>

/** Keys of what is left out of the changes: all that was not chosen, or without a choice what a person left out. */
export function leftOutKeys(
  { chosen, excludedComponents }: Choice,
  changes: readonly PreviewChange[],
): ReadonlySet<string> {
  if (chosen === null) return new Set(excludedComponents.map(keyOfChange))
  const wanted = new Set(chosen.components.map(keyOfChange))
  return new Set(changes.flatMap(({ key }) => (wanted.has(key) ? [] : [key])))
}

/** The form after a person has left out the changes with these keys, and none else. */
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

/** The form with everything that was not chosen among what is left out, as it is submitted. */
export function withoutUnchosen(form: FlowOutForm, changes: readonly PreviewChange[]): FlowOutForm {
  if (form.chosen === null) return form
  return { ...form, excludedComponents: identitiesOf(changes, leftOutKeys(form, changes)) }
}

type Chosen = Pick<FlowOutForm, 'chosen' | 'environments' | 'diffMode'>

/** Why a flow out of chosen components cannot be submitted now: only what is known to differ can be left out. */
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

/** What the dialog began with. */
export const begunSentence = ({ origin, components }: ChosenComponents): string =>
  `This began with ${origins[origin](components.length)}.`

/** What is left out, and how much of what the dialog began with does not differ any more. */
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

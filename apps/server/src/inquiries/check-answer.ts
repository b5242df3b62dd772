import type { DiffComponent } from '@sluice/contract/job-commands/diff-result'
import type { ComponentIdentity } from '@sluice/contract/component'
import {
  type InquiryAnswer,
  type InquirySubject,
  inquiryAnswers,
  inquiryPrompts,
} from '@sluice/contract/inquiry'
import { AppError } from '../platform/app-error.ts'

interface Asked {
  readonly subject: InquirySubject
  readonly prompt: unknown
}

/**
 * The answer in the form of the inquiry's subject.
 * @throws AppError validationFailed for an answer to another kind of question, and for components that the question does not
 * let people leave out
 */
export function checkAnswer({ subject, prompt }: Asked, answer: unknown): InquiryAnswer {
  const { success, data } = inquiryAnswers[subject].safeParse(answer)
  if (!success) throw refusal('answer', 'This is no answer to the question.')
  if (subject === 'FlowOutConfirmDeployment') checkExclusions(prompt, answer)
  return data
}

function checkExclusions(prompt: unknown, answer: unknown): void {
  const { excludedComponents } = inquiryAnswers.FlowOutConfirmDeployment.parse(answer)
  const offered = excludableComponents(prompt)
  const foreign = excludedComponents.find((component) => !offered.has(keyOf(component)))
  if (!foreign) return
  const { componentType, componentName } = foreign
  const description = `${componentType} ${componentName} cannot be left out of this deployment.`
  throw refusal('excludedComponents', description)
}

const refusal = (property: string, description: string) =>
  new AppError('validationFailed', { validationErrors: [{ code: 'ValueInvalid', property, description }] })

const keyOf = ({ packageName, componentType, componentName }: ComponentIdentity) =>
  JSON.stringify([packageName, componentType, componentName])

/** What would be deployed, and can therefore be left out. */
function excludableComponents(prompt: unknown): ReadonlySet<string> {
  const { packageDiffResults } = inquiryPrompts.FlowOutConfirmDeployment.parse(prompt).diffResult
  const deployable: DiffComponent[] = packageDiffResults.flatMap(({ added, modified, deleted }) => [
    ...added.filter(({ canDeployAdd }) => canDeployAdd),
    ...modified.filter(({ canDeployModify }) => canDeployModify),
    ...deleted.filter(({ canDeployDelete }) => canDeployDelete),
  ])
  return new Set(deployable.map(keyOf))
}

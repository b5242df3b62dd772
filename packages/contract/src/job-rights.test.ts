import { expect, test } from 'vitest'
import { type AccessLevel, accessLevels } from './access-levels.ts'
import type { JobCommandName } from './job-command-name.ts'
import { type JobMovingOperation, jobMovingOperations, jobNotAllowedReason } from './job-rights.ts'

/** The lowest level that may start such a job where stack and environments are another one's, and one's own. */
const kinds: readonly { name: JobCommandName; isCheckOnly?: true; others: AccessLevel; own: AccessLevel }[] =
  [
    { name: 'InitializeStack', others: 'Contributor', own: 'Operator' },
    { name: 'CreateEnvironment', others: 'Operator', own: 'Operator' },
    { name: 'FlowIn', others: 'Contributor', own: 'Operator' },
    { name: 'FlowOut', others: 'Contributor', own: 'Operator' },
    { name: 'FlowOut', isCheckOnly: true, others: 'Reader', own: 'Reader' },
    { name: 'FlowMerge', others: 'Contributor', own: 'Operator' },
    { name: 'DeleteEnvironment', others: 'Administrator', own: 'Operator' },
    { name: 'RunApexTests', others: 'Reader', own: 'Reader' },
    { name: 'Onboarding', others: 'Operator', own: 'Operator' },
  ]
const cases = kinds.flatMap((kind) =>
  (['others', 'own'] as const).flatMap((ofThings) =>
    (['others', 'own'] as const).map((ofJob) => ({ ...kind, ofThings, ofJob })),
  ),
)
const rank = (level: AccessLevel) => accessLevels.indexOf(level)

interface Case {
  readonly name: JobCommandName
  readonly isCheckOnly?: boolean
  readonly things: { readonly target: string; readonly source?: string; readonly stack?: string }
  readonly ofJob: string
  readonly commandInput?: Record<string, unknown>
}

/** Whether a member, whose id is `me`, may move such a job on. */
function mayMove(operation: JobMovingOperation, level: AccessLevel, of: Case): boolean {
  const { target, source, stack = target } = of.things
  const actor = { userId: 'me', accessLevel: level, isOwner: false, isGlobalAdministrator: false }
  const affectedEnvironments = [
    { environmentId: 'target', role: 'Target' as const },
    ...(source === undefined ? [] : [{ environmentId: 'source', role: 'Source' as const }]),
  ]
  const isOnEnvironments = /Flow|Delete|Run/.test(of.name)
  const job = {
    commandName: of.name,
    isCheckOnly: of.isCheckOnly === true,
    commandInput: of.commandInput ?? {},
    createdByUserId: of.ofJob,
    affectedEnvironments: isOnEnvironments ? affectedEnvironments : [],
  }
  const whose = new Map([
    ['target', target],
    ['source', source ?? null],
  ])
  const environmentOf = (id: string) => ({ createdByUserId: whose.get(id) ?? null })
  return (
    jobNotAllowedReason(actor, operation, {
      job,
      things: { stack: { createdByUserId: stack }, environmentOf },
    }) === null
  )
}

test.each(cases)(
  'a job $name (check only: $isCheckOnly) is moved on by whoever may start it: things $ofThings, job $ofJob',
  (kind) => {
    const ofJob = kind.ofJob === 'own' ? 'me' : 'another'
    const things = { target: kind.ofThings === 'own' ? 'me' : 'another' }
    const own = kind.ofJob === 'own' ? 'Reader' : 'Contributor'
    const lowest = Math.max(rank(kind[kind.ofThings]), rank(own))
    for (const operation of jobMovingOperations)
      expect(accessLevels.filter((level) => mayMove(operation, level, { ...kind, things, ofJob }))).toEqual(
        accessLevels.slice(lowest),
      )
  },
)

test('a merge takes the right on its source too, unless it only reads it', () => {
  const merge = { name: 'FlowMerge', things: { target: 'me', source: 'another' }, ofJob: 'me' } as const
  expect(mayMove('answerInquiry', 'Operator', merge)).toBe(false)
  expect(mayMove('answerInquiry', 'Operator', { ...merge, commandInput: { noSourceIn: true } })).toBe(true)
})

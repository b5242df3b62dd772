import type { Mutant } from '../mutant.ts'

const confirm = 'apps/server/src/commands/flow-out/confirm'
const flowOutTests = [`${confirm}/preview.test.ts`]
const orgChanges = 'apps/server/src/commands/steps/org-changes'
const forceTests = ['apps/server/src/commands/flow-in/force.test.ts']
const dialog = 'apps/console/src/features/job-submission'
const dialogTests = [`${dialog}/preview/flow-preview.browser.test.tsx`]

const chosen = {
  file: `${dialog}/preview/chosen-changes.ts`,
  tests: ['apps/console/src/features/differences/choose-components.browser.test.tsx'],
}
const rerun = {
  file: `${dialog}/preview/chosen-changes.ts`,
  tests: ['apps/console/src/features/jobs/results/rerun-failed.browser.test.tsx'],
}

export const previewMutants: readonly Mutant[] = [
  {
    id: 'server/previews/left-out-is-deployed',
    file: `${confirm}/excluded-by-user.ts`,
    from: '.filter((key) => named.has(key))',
    to: '.filter((key) => named.has(key) && key === "")',
    tests: flowOutTests,
    title: 'what was left out of the preview is not deployed|a failed component is deployed alone',
  },
  {
    id: 'server/previews/nobody-is-asked',
    file: `${confirm}/confirm-deployment.ts`,
    from: 'flow.asks || (flow.changedSincePreview !== null && !input.checkOnly)',
    to: 'flow.asks',
    tests: flowOutTests,
    title: 'asks when something is otherwise than the preview said',
  },
  {
    id: 'server/previews/check-asks',
    file: `${confirm}/confirm-deployment.ts`,
    from: 'flow.changedSincePreview !== null && !input.checkOnly',
    to: 'flow.changedSincePreview !== null',
    tests: flowOutTests,
    title: 'a check says what is otherwise and asks nobody',
  },
  {
    id: 'server/previews/old-preview-taken',
    file: 'apps/server/src/jobs/shown-preview.ts',
    from: 'row === null || row.revision !== shown.revision',
    to: 'row === null',
    tests: flowOutTests,
    title: 'a preview that is no longer the newest is refused',
  },
  {
    id: 'server/previews/same-on-both-sides-is-missing',
    file: 'apps/server/src/differences/previewed-changes.ts',
    from: '[...differing, ...unpackedSame(row.sameOnBothSides)]',
    to: 'differing',
    tests: flowOutTests,
    title: 'belongs to the preview, because the job deploys it',
  },
  {
    id: 'server/force/everything-is-thrown-away',
    file: `${orgChanges}/find-discarded.ts`,
    from: 'inBranch.has(componentKey(identity)) && ',
    to: '',
    tests: forceTests,
    title: 'force asks with everything that only the branch has',
  },
  {
    id: 'server/force/undeployed-is-forgotten',
    file: `${orgChanges}/find-discarded.ts`,
    from: '{ since, head, undeployed }',
    to: '{ since, head, undeployed: [] }',
    tests: forceTests,
    title: 'what a flow out left out is thrown away only after a question',
  },
  {
    id: 'server/force/no-is-yes',
    file: `${orgChanges}/confirm-discarded.ts`,
    from: 'if (!answer.continue) throw',
    to: 'if (answer.continue === undefined) throw',
    tests: forceTests,
    title: 'who says no gets a cancelled job',
  },
  {
    id: 'console/previews/undeployable-is-counted',
    file: `${dialog}/preview/preview-changes.ts`,
    from: 'isDeployable && !excluded.has(key)',
    to: '!excluded.has(key)',
    tests: dialogTests,
    title: 'cannot be chosen and is not counted',
  },
  {
    id: 'console/previews/deed-before-it-is-known',
    file: `${dialog}/preview/use-flow-out-preview.ts`,
    from: 'deed: isAllKnown ? flowOutDeed(job) : null',
    to: 'deed: flowOutDeed(job)',
    tests: dialogTests,
    title: 'while nothing is known the button reads "Submit"',
  },
  {
    id: 'console/previews/unchosen-is-deployed',
    ...chosen,
    from: 'excludedComponents: identitiesOf(changes, leftOutKeys(form, changes))',
    to: 'excludedComponents: form.excludedComponents',
    title: 'chosen components open the dialog',
  },
  {
    id: 'console/previews/later-changes-are-deployed-with-the-chosen',
    ...chosen,
    file: `${dialog}/preview/use-flow-out-preview.ts`,
    from: '[isOne, chosen, excludedComponents, changes]',
    to: '[isOne, chosen, excludedComponents]',
    title: 'a component that begins to differ while the dialog is open',
  },
  {
    id: 'console/previews/chosen-without-a-preview',
    ...rerun,
    from: "if (changes === null) return 'It is not known yet what else would be deployed.'",
    to: 'if (changes === null) return null',
    title: 'the dialog cannot be submitted until the other differences are known',
  },
  {
    id: 'console/previews/chosen-of-one-environment-go-to-many',
    ...rerun,
    from: 'if (!isOneEnvironment(environments))',
    to: 'if (environments === undefined)',
    title: 'chosen components go to one environment',
  },
  {
    id: 'console/previews/nothing-chosen-is-submitted',
    ...rerun,
    from: 'remaining(changes, excluded).length === 0',
    to: 'remaining(changes, excluded).length < 0',
    title: 'the dialog says so when no failed component differs any more',
  },
]

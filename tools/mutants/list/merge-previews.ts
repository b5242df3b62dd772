import type { Mutant } from '../mutant.ts'

const merge = 'apps/server/src/commands/differences/merge'
const mergeTests = [`${merge}/merge-preview.test.ts`]
const apiTests = ['apps/server/src/differences/differences-api.test.ts']
const gitTests = ['packages/git/src/borrow-objects.test.ts']
const dialog = 'apps/console/src/features/job-submission'
const dialogTests = [`${dialog}/preview/flow-merge-preview.browser.test.tsx`]

export const mergePreviewMutants: readonly Mutant[] = [
  {
    id: 'git/borrow-objects/nothing-is-borrowed',
    file: 'packages/git/src/borrow-objects.ts',
    from: "`${join(from.gitDir, 'objects')}\\n`",
    to: "'\\n'",
    tests: gitTests,
    title: 'what is written beside borrowed objects stays out of their repository',
  },
  {
    id: 'server/merge-previews/written-into-the-repository',
    file: `${merge}/merge-predictor.ts`,
    from: 'const input = { ...merge, gitDir, committer',
    to: 'const input = { ...merge, gitDir: gitDir === "" ? gitDir : lender, committer',
    tests: mergeTests,
    title: 'leaves nothing behind in the repository and on the disk',
  },
  {
    id: 'server/merge-previews/folder-stays',
    file: `${merge}/merge-predictor.ts`,
    from: 'await rm(folder, { recursive: true, force: true })',
    to: 'await rm(`${folder}-`, { recursive: true, force: true })',
    tests: mergeTests,
    title: 'leaves nothing behind in the repository and on the disk',
  },
  {
    id: 'server/merge-previews/made-for-each',
    file: `${merge}/kept-predictions.ts`,
    from: 'this.#kept.get(key) ?? make()',
    to: 'make()',
    tests: mergeTests,
    title: 'is made once for all who ask',
  },
  {
    id: 'server/merge-previews/settings-are-no-part-of-the-key',
    file: `${merge}/load-merge.ts`,
    from: '[wanted.workspaceId, wanted.stackId, settings, lender',
    to: '[wanted.workspaceId, wanted.stackId, lender',
    tests: mergeTests,
    title: 'is made once for all who ask',
  },
  {
    id: 'server/merge-previews/no-flow-in-of-the-source',
    file: `${merge}/predict-merge-of-commits.ts`,
    from: "{ part: 'SourceIn', side: source }",
    to: "{ part: 'SourceIn', side: { ...source, flowIn: null } }",
    tests: mergeTests,
    title: 'begins with the flows in that the settings ask for',
  },
  {
    id: 'server/merge-previews/left-out-flow-in-is-made',
    file: `${merge}/load-merge.ts`,
    from: "isLeftOut === 'true' ? null : settings",
    to: 'settings',
    tests: mergeTests,
    title: 'begins with the flows in that the settings ask for',
  },
  {
    id: 'server/merge-previews/undeployed-is-settled',
    file: `${merge}/compare-with-look.ts`,
    from: 'settledKeys: settledKeys({ comparison, undeployed, undeployedPaths })',
    to: 'settledKeys: settledKeys({ comparison, undeployed, undeployedPaths: new Map() })',
    tests: mergeTests,
    title: 'takes what an earlier flow out left out as the job does',
  },
  {
    id: 'server/merge-previews/overwriting-is-not-told',
    file: `${merge}/predict-merge-of-commits.ts`,
    from: "(resolvedAs === 'PreferRemote' || resolvedAs === 'TakeRemote')",
    to: "resolvedAs === 'PreferRemote'",
    tests: mergeTests,
    title: 'whose change in the org is overwritten',
  },
  {
    id: 'server/merge-previews/an-ended-merge-has-components',
    file: `${merge}/trial.ts`,
    from: "if (stop !== 'needsPerson')",
    to: "if (stop === 'noStrategy')",
    tests: mergeTests,
    title: 'says where the job would end, and shows nothing that would not happen',
  },
  {
    id: 'server/merge-previews/no-limit-of-time',
    file: `${merge}/merge-predictor.ts`,
    from: 'committer, maxMs: longestMs }',
    to: 'committer, maxMs: 600_000 }',
    tests: mergeTests,
    title: 'that takes too long says so',
  },
  {
    id: 'server/merge-previews/source-of-another-stack',
    file: 'apps/server/src/differences/operations/preview-merge.ts',
    from: "if (source === null) throw new AppError('entityNotFound')",
    to: "if (source === null) return { state: 'unknown', reason: '' }",
    tests: apiTests,
    title: 'a source of another stack, of another workspace or of nobody is not found',
  },
  {
    id: 'console/merge-previews/deed-of-a-merge-that-ends',
    file: `${dialog}/preview/use-flow-merge-preview.ts`,
    from: 'prediction === null || prediction.endsBecause !== null ? null',
    to: 'prediction === null ? null',
    tests: dialogTests,
    title: 'where the job would end before it merges the button promises nothing',
  },
  {
    id: 'console/merge-previews/left-out-is-counted',
    file: `${dialog}/preview/use-flow-merge-preview.ts`,
    from: 'remaining(one ?? [], excluded ?? nothingLeftOut).length',
    to: 'remaining(one ?? [], nothingLeftOut).length',
    tests: dialogTests,
    title: 'what is left out of the deployment is submitted',
  },
  {
    id: 'console/merge-previews/old-settings-are-asked-about',
    file: `${dialog}/preview/use-flow-merge-preview.ts`,
    from: 'noSourceIn: text(template.noSourceIn),',
    to: "noSourceIn: 'false',",
    tests: dialogTests,
    title: 'the settings are asked about as they are chosen',
  },
  {
    id: 'console/merge-previews/check-waits-for-people',
    file: `${dialog}/preview/merge-text.ts`,
    from: 'title: checkOnly',
    to: 'title: checkOnly && conflictCount < 0',
    tests: dialogTests,
    title: 'a check says that it ends at a conflict',
  },
]

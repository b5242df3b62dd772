import type { Mutant } from '../mutant.ts'

const folder = 'apps/console/src/features/repository'
const history = [`${folder}/history-pages.browser.test.tsx`]
const files = [`${folder}/file-pages.browser.test.tsx`]

export const consoleRepositoryMutants: readonly Mutant[] = [
  {
    id: 'console/repository/own-repository-opens-its-clone-address',
    file: 'apps/console/src/app/shell/stack-navigation.tsx',
    from: '{stack?.gitRepositoryIsManaged ? (',
    to: '{stack?.gitRepositoryIsManaged === null ? (',
    tests: history,
    title: 'navigation of a stack',
  },
  {
    id: 'console/repository/every-difference-at-once',
    file: `${folder}/changed-file-list.tsx`,
    from: 'const openAtFirst = 3',
    to: 'const openAtFirst = 300',
    tests: history,
    title: 'when its file is opened',
  },
  {
    id: 'console/repository/missing-thing-is-an-error',
    file: `${folder}/fetched.tsx`,
    from: "isProblem(error, 'entityNotFound')",
    to: 'false',
    tests: history,
    title: 'told apart from an error',
  },
  {
    id: 'console/repository/blame-of-a-moving-branch',
    file: `${folder}/file.route.tsx`,
    from: 'const place = { revision: file.hash, path }',
    to: 'const place = { revision, path }',
    tests: files,
    title: 'commit that the text was read at',
  },
  {
    id: 'console/repository/direction-marks-are-hidden',
    file: `${folder}/visible-text.ts`,
    from: '\\u202a-\\u202e',
    to: '',
    tests: [`${folder}/visible-text.test.ts`],
    title: 'a change of direction is shown',
  },
  {
    id: 'console/repository/removed-lines-counted-as-new',
    file: `${folder}/numbered-lines.ts`,
    from: 'oldNumber: before++, newNumber: null, text }',
    to: 'oldNumber: before++, newNumber: after++, text }',
    tests: [`${folder}/numbered-lines.test.ts`],
  },
  {
    id: 'console/repository/comment-ends-with-its-line',
    file: `${folder}/highlight/highlight.ts`,
    from: 'state = scanned.state',
    to: "state = scanned.state && ''",
    tests: [`${folder}/highlight/highlight.test.ts`],
  },
  {
    id: 'console/repository/file-page-without-current-tab',
    file: `${folder}/repository-tabs.tsx`,
    from: "aria-current={isFile ? 'page' : undefined}",
    to: '',
    tests: files,
    title: 'is the current one',
  },
  {
    id: 'console/repository/commit-page-without-current-tab',
    file: `${folder}/repository-tabs.tsx`,
    from: "aria-current={isCommit ? 'page' : undefined}",
    to: '',
    tests: files,
    title: 'is the current one',
  },
  {
    id: 'console/repository/short-file-in-a-tall-frame',
    file: `${folder}/code-lines.tsx`,
    from: 'text-12 min-h-0 shrink overflow-auto',
    to: 'text-12 min-h-0 flex-1 overflow-auto',
    tests: files,
    title: 'frame of a short file',
  },
]

import type { Mutant } from '../mutant.ts'

const conflicts = 'apps/console/src/features/conflicts'
const filesTests = [`${conflicts}/conflict-files.browser.test.tsx`]
const editorTests = [`${conflicts}/conflict-editor.browser.test.tsx`]
const draftTests = [`${conflicts}/conflict-drafts.browser.test.tsx`]
const elementTests = ['packages/contract/src/conflict-elements.test.ts']
const panelTests = [`${conflicts}/contended-elements.browser.test.tsx`]
const mergeTests = ['apps/server/src/commands/flow-merge/flow-merge-conflicts.test.ts']

export const consoleConflictMutants: readonly Mutant[] = [
  {
    id: 'console/conflicts/original-hides-conflicts',
    file: `${conflicts}/editor/merge-editor.tsx`,
    from: "chosen === 'Orig' && !canCompareWithOriginal(facts) ? 'Local' : chosen",
    to: 'chosen',
    tests: editorTests,
    title: 'the editor compares with the original only',
  },
  {
    id: 'console/conflicts/filter-by-letter-case',
    file: `${conflicts}/resolution-rules.ts`,
    from: 'file.filePath.toLowerCase().includes(wanted)',
    to: 'file.filePath.includes(wanted)',
    tests: filesTests,
  },
  {
    id: 'console/conflicts/marker-alone-is-none',
    file: 'packages/contract/src/conflict-places.ts',
    from: 'for (const line of markers) places.push({ first: line, last: line, sides: null })',
    to: '',
    tests: [...editorTests, ...elementTests],
  },
  {
    id: 'console/conflicts/resolved-before-it-is-saved',
    file: `${conflicts}/use-file-operations.ts`,
    from: "if (!(await drafts.flush(file.id))) throw new Error('The text of the file is not saved.')",
    to: 'void drafts.flush(file.id)',
    tests: draftTests,
  },
  {
    id: 'console/conflicts/edit-elsewhere-is-overwritten',
    file: `${conflicts}/use-target.ts`,
    from: 'if (drafts.all().has(id)) drafts.hold(id)',
    to: 'if (drafts.all().has(id)) return',
    tests: draftTests,
  },
  {
    id: 'console/conflicts/line-ends-of-windows-are-lost',
    file: `${conflicts}/editor/editor.ts`,
    from: "? '\\r\\n' : '\\n'",
    to: "? '\\n' : '\\n'",
    tests: draftTests,
  },
  {
    id: 'console/conflicts/longer-sample-of-the-language',
    file: `${conflicts}/editor/language.ts`,
    from: 'export const languageSampleLength = 8192',
    to: 'export const languageSampleLength = 8193',
    tests: [`${conflicts}/conflict-comparison.browser.test.tsx`],
  },
  {
    id: 'console/conflicts/element-of-another-name-is-the-same',
    file: 'packages/contract/src/conflict-elements.ts',
    from: 'key: JSON.stringify([name, sides.local',
    to: 'key: JSON.stringify([sides.local',
    tests: elementTests,
  },
  {
    id: 'console/conflicts/earlier-key-wins-over-a-better-one',
    file: 'packages/contract/src/conflict-elements.ts',
    from: 'parent.key.rank <= rank',
    to: 'parent.key.rank >= 0',
    tests: elementTests,
  },
  {
    id: 'console/conflicts/rest-of-the-result-is-not-compared',
    file: 'packages/contract/src/earlier-resolution.ts',
    from: 'if (!startsWith(target, before, at)) return []',
    to: '',
    tests: elementTests,
  },
  {
    id: 'console/conflicts/other-side-of-an-earlier-resolution',
    file: 'packages/contract/src/earlier-resolution.ts',
    from: "resolvedAs.endsWith('Local') ? sides.local : sides.remote",
    to: "resolvedAs === 'TakeLocal' ? sides.local : sides.remote",
    tests: elementTests,
  },
  {
    id: 'console/conflicts/side-of-the-first-element-is-used',
    file: `${conflicts}/editor/conflict-blocks.ts`,
    from: 'const place = completePlacesIn(view.state)[number]\n  if (place !== undefined && !view.state.readOnly)',
    to: 'const place = completePlacesIn(view.state)[0]\n  if (place !== undefined && !view.state.readOnly)',
    tests: panelTests,
  },
  {
    id: 'console/conflicts/first-element-is-shown',
    file: `${conflicts}/editor/conflict-blocks.ts`,
    from: 'const place = completePlacesIn(view.state)[number]\n  if (place !== undefined) showPlace(view, place)',
    to: 'const place = completePlacesIn(view.state)[0]\n  if (place !== undefined) showPlace(view, place)',
    tests: panelTests,
  },
  {
    id: 'console/conflicts/focus-is-lost-with-the-element',
    file: `${conflicts}/editor/contended-elements.tsx`,
    from: 'if (next) next.focus()',
    to: 'if (next) return',
    tests: panelTests,
  },
  {
    id: 'console/conflicts/offer-of-other-content',
    file: 'apps/server/src/commands/steps/branch/offer-earlier.ts',
    from: '.every(\n    (version) => digests.get(version) === versions.get(version)?.sha256,\n  )',
    to: '.some(\n    (version) => digests.get(version) === versions.get(version)?.sha256,\n  )',
    tests: mergeTests,
  },
  {
    id: 'console/conflicts/authors-of-the-other-side',
    file: 'apps/server/src/commands/steps/branch/authors-of-sides.ts',
    from: '[await changes(ours, theirs), await changes(theirs, ours)]',
    to: '[await changes(theirs, ours), await changes(ours, theirs)]',
    tests: mergeTests,
    title: 'tells who changed a file on each side',
  },
]

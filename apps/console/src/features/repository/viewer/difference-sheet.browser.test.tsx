import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../testing/expect-accessible.ts'
import { renderAt } from '../../../testing/render-at.tsx'
import { hashes, repositoryAnswers } from '../../../testing/repository-samples.ts'

const classPath = 'src/unpackaged/classes/ErpSyncBatch.cls'
const flowPath = 'src/unpackaged/flows/Ask_For_Feedback.flow'
const files = [
  { path: classPath, changeType: 'Modified' as const, component: null },
  { path: flowPath, changeType: 'Modified' as const, component: null },
]
const kept = (from: number) => Array.from({ length: 20 }, (_, at) => `   line${from + at}();`)
const classLines = [
  ...kept(1),
  `-  String sentence = '${'This customer is on credit hold. '.repeat(12)}';`,
  `+  String sentence = '${'This customer is on hold. '.repeat(12)}';`,
  ...kept(21),
  '+  Integer tries = 3;',
  ...kept(41),
]

const flow = (middle: string, target: string) => `<?xml version="1.0" encoding="UTF-8"?>
<Flow xmlns="http://soap.sforce.com/2006/04/metadata">
    <decisions>
        <name>Is_Done</name>
        <label>Is it done?</label>
        <defaultConnectorLabel>Not yet</defaultConnectorLabel>
        <rules>
            <name>Done</name>
            <connector><targetReference>${target}</targetReference></connector>
            <label>Done</label>
        </rules>
    </decisions>
${middle}
    <processType>AutoLaunchedFlow</processType>
    <start>
        <connector><targetReference>Is_Done</targetReference></connector>
        <object>Installation__c</object>
        <triggerType>RecordAfterSave</triggerType>
    </start>
</Flow>`
const create = (name: string, label: string) => `    <recordCreates>
        <name>${name}</name>
        <label>${label}</label>
        <faultConnector><targetReference>Tell</targetReference></faultConnector>
    </recordCreates>`
const action = '    <actionCalls><name>Tell</name><label>Tell the team</label></actionCalls>'
const before = flow([create('Ask', 'Ask for feedback'), action].join('\n'), 'Ask')
const after = flow(
  [create('Ask', 'Ask once it is paid'), create('Thank', 'Thank'), action].join('\n'),
  'Thank',
)

/** Opens the sheet of the first of two files of a commit. */
async function openSheet(width: number) {
  await page.viewport(width, 900)
  onTestFinished(() => page.viewport(1280, 800))
  const answer = {
    kind: 'text' as const,
    isCut: false,
    sentences: ['recordCreates Ask: label changed'],
    sentenceCount: 1,
  }
  const opened = await renderAt(`/workspaces/acme/stacks/core-crm/repository/commit/${hashes.newest}`, {
    answers: {
      repository: {
        ...repositoryAnswers,
        getCommit: { ...repositoryAnswers.getCommit, changes: { files, total: 2 } },
        getDifference: ({ query }) => {
          const lines =
            query.path === classPath
              ? classLines
              : [
                  ...before.split('\n').map((line) => `-${line}`),
                  ...after.split('\n').map((line) => `+${line}`),
                ]
          const isWhole = query.lines === 'wholeFile'
          const shown = isWhole ? lines : lines.filter((line) => !line.startsWith(' '))
          return { ...answer, hunks: [{ oldStart: 1, newStart: 1, lines: shown }] }
        },
      },
    },
  })
  await page.getByRole('button', { name: `Open the difference of ${classPath}` }).click()
  await expect.element(sheet).toBeVisible()
  await expect
    .poll(() => document.querySelectorAll('[role=dialog] .cm-changedText').length)
    .toBeGreaterThan(0)
  return opened
}

const sheet = page.getByRole('dialog')
const boxesOf = (selector: string) =>
  [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect())

test.for([1200, 1440])(
  'at %i px the sheet shows a file before and after beside each other, with wrapped lines',
  async (width) => {
    await openSheet(width)
    const [dialog] = boxesOf('[role=dialog]')
    expect(dialog?.width).toBeGreaterThan(width - 40)
    const [left, right] = boxesOf('[role=dialog] .cm-mergeViewEditor')
    expect(right?.left).toBeGreaterThanOrEqual(left?.right ?? Number.NaN)
    expect(left?.width).toBeGreaterThan(400)
    for (const text of document.querySelectorAll('[role=dialog] .cm-scroller'))
      expect(text.scrollWidth).toBeLessThanOrEqual(text.clientWidth)
    // Both files have one long line: its words are marked, and it stands whole in its column.
    const marked = [...document.querySelectorAll('[role=dialog] .cm-merge-a .cm-changedText')].map(
      (each) => each.textContent,
    )
    expect(marked[0]).toBe('credit ')
    await expect.element(sheet.getByText('2 changes')).toBeVisible()
    expect(document.querySelectorAll('[role=dialog] .cm-collapsedLines').length).toBeGreaterThan(2)
  },
)

test('below 1200 px the sheet shows one column, and all lines when they are asked for', async () => {
  await openSheet(800)
  expect(boxesOf('[role=dialog] .cm-mergeViewEditor')).toEqual([])
  await expect.element(sheet.getByText('line11();')).not.toBeInTheDocument()
  await sheet.getByRole('button', { name: 'Show all lines' }).click()
  await expect.element(sheet.getByText('line11();')).toBeInTheDocument()
  await expectAccessible()
})

test('keys lead to the next change and to the next file, and Escape closes the sheet', async () => {
  await openSheet(1280)
  await userEvent.keyboard('nn')
  await userEvent.keyboard(']')
  await expect.element(sheet.getByRole('heading', { name: 'Ask_For_Feedback.flow' })).toBeVisible()
  await userEvent.keyboard('[[')
  await expect.element(sheet.getByRole('heading', { name: 'ErpSyncBatch.cls' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
})

test('a flow is drawn with what was added and changed, and with its fault paths', async () => {
  await openSheet(1440)
  await sheet.getByRole('button', { name: /^Ask_For_Feedback.flow/ }).click()
  await sheet.getByRole('button', { name: 'Show as picture' }).click()
  await expect.element(sheet.getByText('5 elements: 1 added, 1 changed, 3 paths changed')).toBeVisible()
  const names = [...document.querySelectorAll('.react-flow__node')].map((node) =>
    node.getAttribute('aria-label'),
  )
  expect(names).toEqual([
    'Decision, Is it done?',
    'Create records, Ask once it is paid, Changed',
    'Create records, Thank, Added',
    'Action, Tell the team',
    'Start, Start · after a record is saved · Installation__c',
  ])
  await expectAccessible()
})

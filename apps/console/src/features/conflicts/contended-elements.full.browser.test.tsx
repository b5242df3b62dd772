import { expect, test } from 'vitest'
import { type ConflictFileVersion, conflictFileVersion } from '@sluice/contract/conflict'
import { expectAccessible } from '../../testing/expect-accessible.ts'
import { editor, openEditor, shownText } from '../../testing/open-conflict-editor.ts'
import { id } from '../../testing/samples.ts'
import { bob, main, rowOf, sampleFile, sampleSource, visitConflict } from '../../testing/visit-conflict.ts'

const length = (value: number) => `        <length>${value}</length>`
const conflictOf = (local: string, base: string, remote: string) =>
  `<<<<<<< local\n${local}\n||||||| base\n${base}\n=======\n${remote}\n>>>>>>> remote`
const object = (color: string, doors: string) => `<?xml version="1.0" encoding="UTF-8"?>
<CustomObject xmlns="http://soap.sforce.com/2006/04/metadata">
    <fields>
        <fullName>Color__c</fullName>
${color}
    </fields>
    <fields>
        <fullName>Doors__c</fullName>
${doors}
    </fields>
</CustomObject>
`
const marked = object(
  conflictOf(length(20), length(10), length(30)),
  conflictOf(length(4), length(2), length(5)),
)
const texts: Partial<Record<ConflictFileVersion, string>> = {
  Target: marked,
  Orig: marked,
  Local: object(length(20), length(4)),
  Base: object(length(10), length(2)),
  Remote: object(length(30), length(5)),
}

const author = (name: string) => ({
  name,
  commitHash: '0123456789'.repeat(4),
  committedUtc: '2026-01-30T10:00:00.000Z',
})
const object1 = {
  filePath: 'unpackaged/objects/Car__c.object',
  localAuthors: [author('Ada Example'), author('Jonas Becker')],
  remoteAuthors: [author('Mia Stone')],
}
const earlier = {
  jobId: id(71),
  conflictId: id(401),
  conflictFileId: id(900),
  resolvedAs: 'Manual' as const,
  resolvedByUserId: bob.userId,
  resolvedUtc: '2026-01-29T10:00:00.000Z',
  localEnvironmentId: sampleSource.id,
  isSameFile: false,
  elements: 1,
}
const list = editor.getByRole('list', { name: 'Conflicting elements' })
const names = () => [...document.querySelectorAll('ol > li > button')].map((one) => one.textContent)

test('what conflicts stands beside the text, element by element, with both sides and who changed them', async () => {
  await openEditor({ file: object1, texts })
  await expect.poll(names).toEqual(['fields Color__c, length', 'fields Doors__c, length'])
  await expect.element(list.getByRole('listitem').first()).toHaveTextContent(/Base10Git20.*Org30/)
  const panel = editor.getByRole('region', { name: 'What conflicts' })
  await expect.element(panel.getByText('Git: changed by Ada Example, Jonas Becker')).toBeVisible()
  await expect.element(panel.getByText('Org: changed by Mia Stone')).toBeVisible()
  await expectAccessible()
})

test('one click takes a side of an element, and the focus goes on to the next one', async () => {
  await openEditor({ file: object1, texts })
  await list.getByRole('button', { name: 'Use org in fields Color__c, length' }).click()
  await expect.poll(names).toEqual(['fields Doors__c, length'])
  await expect.element(editor.getByText('1 conflict left')).toBeVisible()
  await expect.poll(() => document.activeElement?.textContent).toBe('fields Doors__c, length')
  await list.getByRole('button', { name: 'Use Git in fields Doors__c, length' }).click()
  await expect.element(editor.getByText('Nothing conflicts any more.')).toBeVisible()
  await editor.getByRole('button', { name: 'Show all lines' }).click()
  await expect.poll(shownText).toContain(object(length(30), length(4)).trim())
})

test('a side of a later element resolves that element, and the ones before it still conflict', async () => {
  await openEditor({ file: object1, texts })
  await list.getByRole('button', { name: 'Use org in fields Doors__c, length' }).click()
  await expect.poll(names).toEqual(['fields Color__c, length'])
  await list.getByRole('button', { name: 'Use Git in fields Color__c, length' }).click()
  await expect.element(editor.getByText('Nothing conflicts any more.')).toBeVisible()
  await editor.getByRole('button', { name: 'Show all lines' }).click()
  await expect.poll(shownText).toContain(object(length(20), length(5)).trim())
})

test('the name of an element brings its conflict in the text into view', async () => {
  const fields = Array.from({ length: 40 }, (_, at) => at + 1)
  const manyOf = (lengthOf: (field: number) => string) =>
    `<CustomObject xmlns="http://soap.sforce.com/2006/04/metadata">\n${fields
      .map((at) => `    <fields>\n        <fullName>F${at}__c</fullName>\n${lengthOf(at)}\n    </fields>\n`)
      .join('')}</CustomObject>\n`
  const conflicting = manyOf((at) => conflictOf(length(at + 100), length(at + 200), length(at + 300)))
  await openEditor({
    file: object1,
    texts: {
      Target: conflicting,
      Orig: conflicting,
      Local: manyOf((at) => length(at + 100)),
      Base: manyOf((at) => length(at + 200)),
      Remote: manyOf((at) => length(at + 300)),
    },
  })
  const last = editor.getByRole('group', { name: 'Conflict', exact: true }).filter({ hasText: '>340<' })
  await expect.poll(() => names().length).toBe(40)
  await expect.element(last).not.toBeInTheDocument()
  await list.getByRole('button', { name: 'fields F40__c, length', exact: true }).click()
  await expect.element(last).toBeInViewport()
})

test('an element that was resolved before says by whom and where, and is resolved so again with a click', async () => {
  const settled = object(length(77), length(4))
  await openEditor({
    file: { ...object1, earlier },
    texts,
    answers: {
      conflicts: {
        readFile: ({ params: { conflictFileId, version } }) => {
          if (conflictFileId === earlier.conflictFileId)
            return version === 'Target'
              ? settled
              : object(conflictOf(length(20), length(10), length(30)), length(4))
          return texts[conflictFileVersion.parse(version)] ?? ''
        },
      },
    },
  })
  const again = list.getByRole('button', { name: 'Use again in fields Color__c, length' })
  await expect.element(again).toBeVisible()
  await expect.element(list.getByText(/Resolved before in QA by Bob Baker/)).toBeVisible()
  await expect.poll(() => list.getByRole('button', { name: /Use again/ }).elements().length).toBe(1)
  await again.click()
  await expect.poll(names).toEqual(['fields Doors__c, length'])
  await editor.getByRole('button', { name: 'Show all lines' }).click()
  await expect.poll(shownText).toContain(length(77))
})

test('a file that was resolved before is marked, and is resolved in the same way only when somebody says so', async () => {
  const calls: unknown[] = []
  const offer = { ...earlier, isSameFile: true, elements: 0 }
  await visitConflict({
    conflict: {
      files: [
        sampleFile(1, { earlier: { ...offer, resolvedAs: 'TakeRemote' } }),
        sampleFile(2, { earlier: offer }),
        sampleFile(3),
      ],
    },
    answers: {
      conflicts: {
        readFile: 'as Bob wrote it',
        saveFile: ({ params, body }) => (calls.push([params.conflictFileId, body]), null),
        resolveFile: ({ params, body }) => (calls.push([params.conflictFileId, body]), null),
      },
    },
  })
  const offers = main.getByRole('button', { name: /^Use the earlier resolution of / })
  await expect.poll(() => offers.elements().length).toBe(2)
  expect(calls).toEqual([])
  await rowOf(1)
    .getByRole('button', { name: /^Use the earlier/ })
    .click()
  await expect.poll(() => calls).toEqual([[id(501), { resolution: 'TakeRemote' }]])
  await rowOf(2)
    .getByRole('button', { name: /^Use the earlier/ })
    .click()
  await expect
    .poll(() => calls.slice(1))
    .toEqual([
      [id(502), 'as Bob wrote it'],
      [id(502), { resolution: 'Manual' }],
    ])
})

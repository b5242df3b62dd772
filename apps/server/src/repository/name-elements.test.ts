import { expect, test } from 'vitest'
import { elementsTask, sentencesTask } from './element-tasks.ts'
import { runWithin } from './element-threads.ts'
import { sentencesOf } from './name-elements.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('long names are cut, and what is beyond the first sentences is counted', () => {
  const labels = Array.from({ length: 301 }, (_, index) => `<labels><fullName>L${index}</fullName></labels>`)
  const long = `<labels><fullName>${'x'.repeat(1_000)}</fullName></labels>`
  const said = sentencesOf(
    bytes('<CustomLabels/>'),
    bytes(`<CustomLabels>${long}${labels.join('')}</CustomLabels>`),
  )
  expect([said?.count, said?.sentences.length]).toEqual([302, 300])
  expect(Math.max(...(said?.sentences.map(({ length }) => length) ?? []))).toBe(400)
})

test('a comparison that takes too long ends without a result, and the next one is done', async () => {
  const distinct = (prefix: string) =>
    bytes(
      `<X>${Array.from({ length: 120_000 }, (_, index) => `<a><b>${prefix}${index}</b><b/></a>`).join('')}</X>`,
    )
  expect(await runWithin(sentencesTask, { before: distinct('p'), after: distinct('q') })).toBeNull()
  const content = bytes('<Profile>\n<custom>true</custom>\n</Profile>')
  expect(await runWithin(elementsTask, { content })).toEqual([{ title: 'custom', firstLine: 2, lastLine: 2 }])
})

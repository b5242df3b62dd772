import { expect, test } from 'vitest'
import { chooseTests } from './choose-tests.ts'

const nothing = { code: [], pages: [], stories: [], titles: [] }
const here = 'tools/choose-tests.test.ts'

test('a path, or a part of one, chooses files of every kind', () => {
  expect(chooseTests([`./${here}`])).toEqual({ ...nothing, code: [here] })
  const { code, pages, stories } = chooseTests(['schedule'])
  expect(stories.some((file) => file.startsWith('e2e/'))).toBe(true)
  expect(pages.some((file) => file.includes('schedule'))).toBe(true)
  expect(code.some((file) => file.includes('schedule'))).toBe(true)
})

test('a title chooses the files that have it, and only its tests', () => {
  const title = 'a title chooses the files that have it'
  expect(chooseTests([title])).toEqual({ ...nothing, code: [here], titles: [title] })
})

test.each(['first'])('a title with the value of a %s case is found by its other words', (value) => {
  const title = `a title with the value of a ${value} case is found`
  expect(chooseTests([here, title])).toEqual({ ...nothing, code: [here], titles: [title] })
})

test('words that no test has are refused', () => {
  const absent = ['surely', 'absent'].join('-')
  expect(() => chooseTests([absent])).toThrow(`No test file has "${absent}" in its path or in a title.`)
})

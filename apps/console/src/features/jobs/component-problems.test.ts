import { expect, test } from 'vitest'
import { placeOf } from './component-problems.tsx'

const problem = {
  type: 'Error' as const,
  description: '',
  archiveFilePath: 'classes/A.cls',
  line: 3,
  column: 7,
}

test('a place names file, line and column', () => {
  expect(placeOf(problem)).toBe('classes/A.cls, line 3, column 7')
})
test('what is not known is left out', () => {
  expect(placeOf({ ...problem, line: null, column: null })).toBe('classes/A.cls')
})

import { expect, test } from 'vitest'

import { joinPieces } from './output.ts'

test('a piece may be made of more parts than a call takes arguments', () => {
  const text = Array.from({ length: 200_000 }, () => 'x')
  expect(joinPieces([{ gap: '', text, isConflict: false }], '').length).toBe(200_002)
})

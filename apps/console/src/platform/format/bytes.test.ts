import { expect, test } from 'vitest'
import { formatBytes } from './bytes.ts'

test('sizes use the binary base', () => {
  expect([0, 1023, 1024, 524_288, 1_572_864].map(formatBytes)).toEqual([
    '0 B',
    '1023 B',
    '1 KiB',
    '512 KiB',
    '1.5 MiB',
  ])
})

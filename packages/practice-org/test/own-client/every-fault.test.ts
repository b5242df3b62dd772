import { expect, test } from 'vitest'
import { faultKinds } from '../../src/faults.ts'

const texts = import.meta.glob<string>('./*-faults{,.full}.test.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
})

test('every fault of the practice org is met by the product’s client', () => {
  const said = Object.values(texts).join('\n')
  expect(Object.keys(faultKinds).filter((kind) => !new RegExp(`\\b${kind}\\b`).test(said))).toEqual([])
})

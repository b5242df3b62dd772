import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { referenceColours } from './reference-style.ts'

const tokens = readFileSync(new URL('../../../console/src/platform/ui/tokens.css', import.meta.url), 'utf8')
const [light = '', dark = ''] = tokens.split(":root[data-theme='dark']")

test.for([
  ['light', light, referenceColours.light],
  ['dark', dark, referenceColours.dark],
] as const)('the API reference has the colours of the console in %s', ([, css, colours]) => {
  const differing = Object.entries(colours).filter(([name, colour]) => !css.includes(`--${name}: ${colour};`))
  expect(differing).toEqual([])
})

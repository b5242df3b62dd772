import { expect, test } from 'vitest'
import { comesWithItsBundle } from './bundle-files.ts'
import { componentOfPath } from './paths.ts'

const comes = (path: string) => {
  const component = componentOfPath(`unpackaged/${path}`)
  return component !== null && comesWithItsBundle(`unpackaged/${path}`, component.identity)
}

test.each([
  'lwc/card/card.css',
  'lwc/card/card.js-meta.xml',
  'aura/card/cardHelper.js',
  'aura/card/card.auradoc',
  'experiences/Site/views/home.json',
])('%s comes back with the rest of its bundle', (path) => {
  expect(comes(path)).toBe(true)
})

test.each([
  'lwc/card/README.md',
  'lwc/card/card.ts',
  'lwc/card/card.js.map',
  'lwc/card/tsconfig.json',
  'lwc/card/__mocks__/card.js',
  'lwc/card/__tests__/card.test.js',
  'aura/card/README.md',
  'experiences/Site/notes.md',
  'experiences/Site.site-meta.xml',
  'genAiFunctions/Find/input/schema.json',
  'classes/A.cls-meta.xml',
])('%s may be in Git alone', (path) => {
  expect(comes(path)).toBe(false)
})

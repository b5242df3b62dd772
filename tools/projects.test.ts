import { expect, test } from 'vitest'
import unit from '../apps/console/vitest.config.ts'
import config from '../vitest.config.ts'
import { codeProjects } from './projects.mjs'

test('npm test runs every project of Vitest, except for the long one', () => {
  const named = (config.test?.projects ?? []).map((project) =>
    typeof project === 'object' && 'test' in project ? project.test?.name : project,
  )
  const pages = './apps/console/vitest.browser.config.ts'
  expect(named.toSorted()).toEqual(
    [
      ...codeProjects.filter((name) => name !== unit.test?.name),
      './apps/console/vitest.config.ts',
      pages,
      'long',
    ].toSorted(),
  )
  expect(codeProjects).toContain(unit.test?.name)
})

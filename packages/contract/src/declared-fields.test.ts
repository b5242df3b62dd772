import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { accessLevel, accessLevels } from './access-levels.ts'
import { api } from './api.ts'
import { tagName, tagValue } from './environments.ts'
import { runApexTestsTemplate } from './job-commands/run-apex-tests.ts'
import { flowInTemplate } from './job-commands/flow-in.ts'
import { flowOutTemplate } from './job-commands/flow-out.ts'
import { environmentFilter } from './job-commands/environment-filter.ts'
import { type Operation, missingAuthorizations, permissions } from './permissions.ts'

/** What a value of one property is refused for, whatever else the body lacks. */
function refusalsOf(schema: z.ZodType, property: string, value: unknown): string[] {
  const issues = schema.safeParse({ [property]: value }).error?.issues ?? []
  return issues.filter(({ path }) => path[0] === property).map(({ message }) => message)
}

const { users, workspaces, stacks, jobs, environments } = api

const takesBranch = (gitBranchName: string) =>
  jobs.provision.body.safeParse({
    jobCommandName: 'InitializeStack',
    jobTemplate: { includeSpecs: '*', gitBranchName },
  }).success
const isOperation = (name: string): name is Operation => Object.hasOwn(permissions, name)

const allowed = (level: (typeof accessLevels)[number], isOwn: boolean): string[] => {
  const actor = { userId: 'a', accessLevel: level, isOwner: false, isGlobalAdministrator: false }
  const subject = { createdByUserId: isOwn ? 'a' : 'b' }
  return Object.keys(permissions)
    .filter(isOperation)
    .filter((operation) => missingAuthorizations(actor, operation, subject) === null)
}

describe('the calls take texts of these lengths and no longer ones', () => {
  test.each([
    ['[W-254] a username', users.login.body, 'username', 256],
    ['[W-255] a password at sign-in', users.login.body, 'password', 256],
    ['[W-255] a new password', users.changePassword.body, 'newPassword', 256],
    ['[W-255] the password of a registration', users.register.body, 'password', 256],
    ['[W-257] the metadata path of a new stack', stacks.create.body, 'metadataDirectoryRelativePath', 512],
    ['[W-258] a company name', workspaces.create.body, 'companyName', 512],
    ['[W-258] a changed company name', workspaces.update.body, 'companyName', 512],
    ['[W-258] the first name of a contact', workspaces.create.body, 'firstName', 512],
    ['[W-258] the last name of a contact', workspaces.create.body, 'lastName', 512],
    ['[W-258] the first name of a user', users.register.body, 'firstName', 512],
    ['[W-258] the last name of a user', users.update.body, 'lastName', 512],
    ['[W-391] a commit message', flowInTemplate, 'gitCommitMessage', 256],
    // The token follows the password in one text.
    [
      '[W-393] a password of 256 characters with a security token',
      stacks.signInWithPassword.body,
      'password',
      256 + 64,
    ],
  ] as const)('%s', (...[, schema, property, length]) => {
    expect(refusalsOf(schema, property, 'a'.repeat(length))).toEqual([])
    expect(refusalsOf(schema, property, 'a'.repeat(length + 1))).toEqual([
      expect.stringMatching(new RegExp(`cannot be longer than ${length} characters$`)),
    ])
  })

  test('[W-388] a tag name', () => {
    expect(tagName.safeParse('a'.repeat(256)).success).toBe(true)
    expect(tagName.safeParse('a'.repeat(257)).success).toBe(false)
  })

  test('[W-389] a tag value', () => {
    for (const schema of [tagValue, environments.setTag.body]) {
      expect(schema.safeParse('a'.repeat(4096)).success).toBe(true)
      expect(schema.safeParse('a'.repeat(4097)).success).toBe(false)
    }
  })

  test('[W-390] a Git branch name', () => {
    expect([takesBranch('a'.repeat(128)), takesBranch('a'.repeat(129))]).toEqual([true, false])
  })
})

describe('a job is submitted with these fields', () => {
  const filter = { include: { all: true, ids: [], tags: {} }, thenExclude: { all: false, ids: [], tags: {} } }

  test('[J-226] flow in', () => {
    const given = {
      environmentFilter: filter,
      gitCommitMessage: 'Message',
      checkOnly: true,
      force: true,
      mergeConflictsStrategy: 'Abort',
      semanticMergeStrategy: 'SkipAll',
      retrieveMode: 'Full',
      collectRetrievedMetadataArchives: true,
    }
    const jobTemplate = jobs.provision.body.parse({
      jobCommandName: 'FlowIn',
      jobTemplate: given,
    }).jobTemplate
    expect(jobTemplate).toMatchObject(given)
  })

  test('[J-227] flow out', () => {
    const given = {
      environmentFilter: filter,
      checkOnly: true,
      diffMode: 'History',
      allOrNothing: true,
      maxNumberAttempts: 7,
      resetExclusions: true,
      noConfirm: true,
      ignoreWarningsStrategy: 'Always',
      purgeOnDeleteStrategy: 'Always',
      clobberStrategy: 'Accept',
      testLevel: 'RunSpecifiedTests',
      testClassesToRun: ['A', 'B'],
      collectDeploymentDeltaArchives: false,
    }
    const jobTemplate = jobs.provision.body.parse({
      jobCommandName: 'FlowOut',
      jobTemplate: given,
    }).jobTemplate
    expect(jobTemplate).toMatchObject(given)
  })

  test('[J-233] an environment filter includes and then excludes all, ids and tags', () => {
    const id = '0190a000-0000-7000-8000-000000000001'
    const selection = { all: true, ids: [id], tags: { team: 'blue', bare: null } }
    const both = { include: selection, thenExclude: selection }
    expect(environmentFilter.parse(both)).toEqual(both)
    expect(environmentFilter.safeParse({ ...both, others: selection }).success).toBe(false)
    for (const wrong of [{ all: 'yes' }, { ids: ['x'] }, { ids: id }, { tags: ['team'] }, { names: [] }])
      expect(environmentFilter.safeParse({ include: { ...selection, ...wrong } }).success).toBe(false)
  })

  test.each([
    [
      '[J-236] semanticMergeStrategy',
      flowInTemplate,
      'semanticMergeStrategy',
      ['Auto', 'Prompt', 'ApplyAll', 'SkipAll'],
    ],
    ['[J-237] diffMode', flowOutTemplate, 'diffMode', ['Auto', 'History', 'Org']],
    [
      '[J-238] ignoreWarningsStrategy',
      flowOutTemplate,
      'ignoreWarningsStrategy',
      ['Auto', 'Always', 'Never'],
    ],
    ['[J-239] purgeOnDeleteStrategy', flowOutTemplate, 'purgeOnDeleteStrategy', ['Auto', 'Always', 'Never']],
    [
      '[J-241] testLevel',
      flowOutTemplate,
      'testLevel',
      [null, 'NoTestRun', 'RunSpecifiedTests', 'RunLocalTests', 'RunAllTestsInOrg'],
    ],
  ] as const)('%s has these values and no other', (...[, template, property, values]) => {
    const rest = { environmentFilter: filter, testClassesToRun: ['A'] }
    const { testClassesToRun: _classes, ...ofFlowIn } = rest
    const given = template === flowInTemplate ? ofFlowIn : rest
    for (const value of values)
      expect(template.safeParse({ ...given, [property]: value }).data).toMatchObject({ [property]: value })
    for (const value of ['', 'auto', 'Sometimes', values[1]?.toLowerCase(), 0])
      expect(template.safeParse({ ...given, [property]: value }).success).toBe(false)
  })

  test('[J-286] a run of Apex tests measures the coverage unless it says otherwise', () => {
    expect(runApexTestsTemplate.parse({ environmentFilter: filter }).noCodeCoverage).toBe(false)
    expect(
      runApexTestsTemplate.parse({ environmentFilter: filter, noCodeCoverage: true }).noCodeCoverage,
    ).toBe(true)
  })
})

describe('access levels', () => {
  test('[W-217] are Reader, Operator, Contributor and Administrator, and each may do what the lower ones may, and more', () => {
    expect(accessLevels).toEqual(['Reader', 'Operator', 'Contributor', 'Administrator'])
    expect(['Owner', 'reader', '', null].filter((level) => accessLevel.safeParse(level).success)).toEqual([])
    for (const isOwn of [true, false])
      for (const [n, level] of accessLevels.slice(1).entries())
        expect(allowed(level, isOwn)).toEqual(
          expect.arrayContaining(allowed(accessLevels[n] ?? level, isOwn)),
        )
    const counts = accessLevels.map((level) => allowed(level, false).length)
    expect(counts).toEqual([...new Set(counts)].toSorted((a, b) => a - b))
  })
})

import { asc, eq } from 'drizzle-orm'
import { apexTestRun } from '../../platform/database/schema/apex-test-runs.ts'
import type { FlowStack, FlowWorld } from './flow-world.ts'
import { initializedStack, type InitializedStack } from './initialized-stack.ts'
import { ended, jobOf, submit } from './run-job.ts'
import { alpha } from './sample-metadata.ts'
import { recordsOf } from './sandbox-environment.ts'
import { type Scenario, nothingObserved } from './settings-scenarios.ts'
import type { OrgEdit } from './test-org.ts'

/** A test class of an org; a method whose name begins with `fails` fails. */
export function testClass(name: string, methods: readonly string[]): OrgEdit {
  const bodies = methods.map(
    (method) =>
      `    @IsTest\n    static void ${method}() {\n        new Alpha();\n${method.startsWith('fails') ? '        Assert.fail();\n' : ''}    }\n`,
  )
  const path = `classes/${name}.cls`
  return {
    type: 'ApexClass',
    fullName: name,
    files: {
      [path]: `@IsTest\nprivate class ${name} {\n${bodies.join('')}}\n`,
      [`${path}-meta.xml`]:
        '<?xml version="1.0" encoding="UTF-8"?>\n<ApexClass xmlns="http://soap.sforce.com/2006/04/metadata">\n    <apiVersion>62.0</apiVersion>\n    <status>Active</status>\n</ApexClass>\n',
    },
  }
}

const suite: OrgEdit = {
  type: 'ApexTestSuite',
  fullName: 'Smoke',
  files: {
    'testSuites/Smoke.testSuite':
      '<?xml version="1.0" encoding="UTF-8"?>\n<ApexTestSuite xmlns="http://soap.sforce.com/2006/04/metadata">\n    <testClassName>ATest</testClassName>\n</ApexTestSuite>\n',
  },
}

/** No test reaches its line 2. */
const trigger: OrgEdit = {
  type: 'ApexTrigger',
  fullName: 'OnAccount',
  files: {
    'triggers/OnAccount.trigger': 'trigger OnAccount on Account (before insert) {\n    Integer one = 1;\n}\n',
    'triggers/OnAccount.trigger-meta.xml':
      '<?xml version="1.0" encoding="UTF-8"?>\n<ApexTrigger xmlns="http://soap.sforce.com/2006/04/metadata">\n    <apiVersion>62.0</apiVersion>\n    <status>Active</status>\n</ApexTrigger>\n',
  },
}

/** An org with the test classes ATest (one method passes), BTest (one of two fails) and CTest (passes), the suite Smoke of ATest and a trigger without tests. */
export const stackWithTests = (world: FlowWorld): Promise<InitializedStack> =>
  initializedStack(world, [
    alpha.edit('Integer one = 1;'),
    testClass('ATest', ['works']),
    testClass('BTest', ['worksToo', 'failsAlways']),
    testClass('CTest', ['worksAsWell']),
    suite,
    trigger,
  ])

/** The runs of tests that the org has, with the classes of each. */
export async function runsInOrg(flow: FlowStack) {
  const runs = await recordsOf(
    flow,
    'SELECT AsyncApexJobId, Status, IsAllTests, MethodsFailed FROM ApexTestRunResult',
  )
  const items = await recordsOf(flow, 'SELECT ParentJobId, Status, ApexClass.Name FROM ApexTestQueueItem')
  return runs.map((run) => ({
    id: String(run['AsyncApexJobId']),
    status: run['Status'],
    isAll: run['IsAllTests'],
    classes: items
      .filter((item) => item['ParentJobId'] === run['AsyncApexJobId'])
      .map((item) => JSON.stringify(item['ApexClass']).match(/"Name":"(\w+)"/)?.[1] ?? '')
      .toSorted(),
  }))
}

/** The runs that are stored of a job. */
export const storedRuns = (world: FlowWorld, jobId: string) =>
  world.ctx.database.asSystem((tx) =>
    tx.select().from(apexTestRun).where(eq(apexTestRun.jobId, jobId)).orderBy(asc(apexTestRun.createdUtc)),
  )

const stacks = new WeakMap<FlowWorld, Promise<InitializedStack>>()

/** Runs tests in one org for all jobs; they change nothing there. */
export const testRun: Scenario = async (world, settings) => {
  const made = stacks.get(world) ?? stackWithTests(world)
  stacks.set(world, made)
  const { flow } = await made
  const jobTemplate = { environmentFilter: { include: { all: true } }, ...settings }
  const jobId = await submit(world.ctx, flow, { jobCommandName: 'RunApexTests', jobTemplate })
  await ended(world.ctx, flow, jobId)
  const { outcome } = await jobOf(world.ctx, flow, jobId)
  const [run] = await storedRuns(world, jobId)
  const inOrg = (await runsInOrg(flow)).find(({ id }) => id === run?.testRunId)
  const items = await recordsOf(
    flow,
    `SELECT ShouldSkipCodeCoverage FROM ApexTestQueueItem WHERE ParentJobId = '${run?.testRunId ?? ''}'`,
  )
  const tests = {
    classes: inOrg?.classes ?? [],
    isAll: inOrg?.isAll === true,
    methods: run?.methodsCompleted ?? 0,
    skipsCoverage: items.every((item) => item['ShouldSkipCodeCoverage'] === true),
  }
  return { ...nothingObserved, outcome, tests }
}

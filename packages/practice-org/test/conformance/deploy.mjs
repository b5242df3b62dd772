import { check, exits } from './setting.mjs'

const service = (value) =>
  `public class Conformance {\n    public static Integer answer() {\n        return ${value};\n    }\n}\n`
const serviceTest = (body) =>
  `@IsTest\nprivate class ConformanceTest {\n    @IsTest\n    static void answers() {\n        ${body}\n    }\n}\n`
const good = 'Assert.areEqual(42, Conformance.answer());'

function project(s, value = 42, body = good) {
  s.clearProject()
  s.apexClass('Conformance', service(value))
  s.apexClass('ConformanceTest', serviceTest(body))
}

const gone = (name) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Package xmlns="http://soap.sforce.com/2006/04/metadata">\n    <types>\n        <members>${name}</members>\n        <name>ApexClass</name>\n    </types>\n</Package>\n`

const inOrg = async (s, name) =>
  (await s.admin('GET', `/admin/orgs/Northbeam%20Lighting/components?type=ApexClass&name=${name}`)).files !==
  undefined

/** Lines 16, 17 and 20 once more with the REST door. */
async function deployStates(s) {
  project(s, Date.now() % 1000)
  const first = exits(await s.sf('project deploy start -o prod -d force-app'), 0, 'deploy')
  check(
    first.files.every((file) => ['Created', 'Changed', 'Unchanged'].includes(file.state)),
    'states',
    first.files,
  )
  const again = exits(await s.sf('project deploy start -o prod -d force-app'), 0, 'again')
  check(
    again.files.every((file) => file.state === 'Unchanged'),
    'unchanged',
    again.files,
  )
  s.apexClass('OnlyDry', 'public class OnlyDry {}\n')
  exits(await s.sf('project deploy start -o prod -d force-app --dry-run'), 0, 'dry run')
  check(!(await inOrg(s, 'OnlyDry')), 'the org is untouched')
}

async function validateAndQuick(s) {
  project(s, Date.now() % 1000)
  const validation = exits(
    await s.sf('project deploy validate -o prod -d force-app --test-level RunLocalTests'),
    0,
    'validate',
  )
  exits(await s.sf(`project deploy quick -o prod --job-id ${validation.id}`), 0, 'quick')
}

async function compileError(s) {
  s.clearProject()
  s.apexClass('Broken', 'public class Broken {\n    void run() {\n      Integer a = ;\n    }\n}\n')
  const result = await s.sf('project deploy start -o prod -d force-app')
  const [file] = exits(result, 1, 'deploy').files
  check(
    file.error.endsWith('(3:19)') && file.lineNumber === 3 && file.columnNumber === 19,
    'line and column',
    file,
  )
  check(!(await inOrg(s, 'Broken')), 'nothing saved')
}

const start = async (s) => exits(await s.sf('project deploy start -o prod -d force-app --async'), 0, 'start')

/** A deployment that waits behind another one ends at once. */
async function cancelQueued(s) {
  const hold = await s.admin('POST', '/admin/faults', { kind: 'hold', operation: 'deploy' })
  const first = await start(s)
  const second = await start(s)
  const canceled = await s.sf(`project deploy cancel --job-id ${second.id}`)
  await s.admin('DELETE', `/admin/faults/${hold.id}`)
  check(canceled.json.result.status === 'Canceled', 'canceled while queued', canceled)
  // What is held next must not be this one.
  await s.until(async () => (await s.deployStatus(first.id)) === 'Succeeded')
}

/** One that is being finalized goes on to its end; the wish to cancel is an error. */
async function cancelFinalizing(s) {
  project(s, Date.now() % 1000)
  const hold = await s.admin('POST', '/admin/faults', { kind: 'hold', operation: 'finalize' })
  const { id } = await start(s)
  await s.until(async () => (await s.deployStatus(id)) === 'Finalizing')
  const refused = await s.sf(`project deploy cancel --job-id ${id}`)
  check(refused.code === 1, 'the cancellation is refused', refused)
  check(JSON.stringify(refused.json).includes('being finalized'), 'and says why', refused)
  await s.admin('DELETE', `/admin/faults/${hold.id}`)
  await s.until(async () => (await s.deployStatus(id)) === 'Succeeded')
}

/** Exit codes for the two states that the client's table does not have. */
async function finalizingStates(s) {
  project(s, Date.now() % 1000)
  await s.admin('POST', '/admin/faults', { kind: 'finalizingFailed', operation: 'deploy' })
  const failed = await s.sf('project deploy start -o prod -d force-app')
  check(exits(failed, 1, 'FinalizingFailed').status === 'FinalizingFailed', 'FinalizingFailed', failed)
  const hold = await s.admin('POST', '/admin/faults', { kind: 'hold', operation: 'finalize' })
  const { id } = await start(s)
  await s.until(async () => (await s.deployStatus(id)) === 'Finalizing')
  const report = await s.sf(`project deploy report -o prod --job-id ${id}`)
  // The client takes what its table lacks for a success: see LINES.md.
  check(exits(report, 0, 'Finalizing').status === 'Finalizing', 'Finalizing', report)
  await s.admin('DELETE', `/admin/faults/${hold.id}`)
  await s.until(async () => (await s.deployStatus(id)) === 'Succeeded')
}

export const deployLines = [
  { line: 16, name: 'deploy start: states; --dry-run', run: deployStates },
  {
    line: 17,
    name: 'validate and quick; quick after a failed or an old validation is refused',
    async run(s) {
      await validateAndQuick(s)
      project(s, 42, 'Assert.fail();')
      const failed = await s.sf('project deploy validate -o prod -d force-app --test-level RunLocalTests')
      check(failed.code === 1, 'the validation fails', failed)
      const quick = await s.sf(
        `project deploy quick -o prod --job-id ${failed.json.data?.deployId ?? failed.json.result?.id}`,
      )
      check(quick.code === 1, 'quick is refused', quick)
      project(s, Date.now() % 1000)
      const old = await s.sf('project deploy validate -o prod -d force-app --test-level RunLocalTests')
      await s.admin('PATCH', '/admin/settings', { expireValidations: true })
      const late = await s.sf(`project deploy quick -o prod --job-id ${exits(old, 0, 'validate').id}`)
      check(late.code === 1, 'quick after ten days is refused', late)
    },
  },
  {
    line: 18,
    name: 'async, report, resume, cancel',
    async run(s) {
      project(s, 18)
      const started = exits(await s.sf('project deploy start -o prod -d force-app --async'), 0, 'async')
      exits(await s.sf(`project deploy resume --job-id ${started.id}`), 0, 'resume')
      exits(await s.sf(`project deploy report -o prod --job-id ${started.id}`), 0, 'report')
      await cancelQueued(s)
      await cancelFinalizing(s)
    },
  },
  {
    line: 19,
    name: 'deploy start --metadata-dir --single-package',
    async run(s) {
      s.file(
        'meta/package.xml',
        '<?xml version="1.0" encoding="UTF-8"?>\n<Package xmlns="http://soap.sforce.com/2006/04/metadata">\n    <types>\n        <members>FromMeta</members>\n        <name>ApexClass</name>\n    </types>\n    <version>68.0</version>\n</Package>\n',
      )
      s.apexClass('FromMeta', 'public class FromMeta {}\n', 'meta')
      exits(await s.sf('project deploy start -o prod --metadata-dir meta --single-package'), 0, 'deploy')
      check(await inOrg(s, 'FromMeta'), 'it is there')
    },
  },
  { line: 20, name: 'a compile error', run: compileError },
  {
    line: 21,
    name: 'a test failure and too little coverage, with reports',
    async run(s) {
      project(s, 21, 'Assert.fail();')
      const failing = await s.sf(
        'project deploy start -o prod -d force-app --test-level RunLocalTests --junit --coverage-formatters json --results-dir results',
      )
      check(
        failing.code === 1 && failing.json.result.details.runTestResult.failures.length > 0,
        'failures',
        failing,
      )
      check(s.exists('results/junit/junit.xml') || s.exists('results/junit.xml'), 'junit file')
      s.clearProject()
      s.apexClass(
        'Uncovered',
        'public class Uncovered {\n    public void run() {\n        Integer a = 1;\n    }\n}\n',
      )
      const uncovered = await s.sf(
        'project deploy start -o prod -d force-app --test-level RunSpecifiedTests --tests SurveyServiceTest',
      )
      check(
        uncovered.code === 1 && JSON.stringify(uncovered.json).includes('at least 75% test coverage'),
        'coverage warning',
        uncovered,
      )
    },
  },
  {
    line: 22,
    name: '--ignore-errors in a sandbox, refused in production; Finalizing and FinalizingFailed',
    async run(s) {
      await s.sandbox('part')
      s.clearProject()
      s.apexClass('Whole', 'public class Whole {}\n')
      s.apexClass('Half', 'public class Half {\n')
      const partial = await s.sf(
        'project deploy start -o part -d force-app --ignore-errors --ignore-conflicts',
      )
      check(partial.code === 68 && partial.json.result.status === 'SucceededPartial', 'partial', partial)
      const refused = await s.sf('project deploy start -o prod -d force-app --ignore-errors')
      check(refused.code === 1, 'refused in production', refused)
      check(JSON.stringify(refused.json).includes('rollbackOnError must be set to true'), 'why', refused)
      await finalizingStates(s)
    },
  },
  {
    line: 23,
    name: 'destructive manifests; something absent is a warning',
    async run(s) {
      project(s)
      s.file(
        'none.xml',
        '<?xml version="1.0" encoding="UTF-8"?>\n<Package xmlns="http://soap.sforce.com/2006/04/metadata">\n    <version>68.0</version>\n</Package>\n',
      )
      for (const [flag, name] of [
        ['--pre-destructive-changes', 'FromMeta'],
        ['--post-destructive-changes', 'NeverThere'],
      ]) {
        const file = s.file('destructive.xml', gone(name))
        exits(
          await s.sf([
            'project',
            'deploy',
            'start',
            '-o',
            'prod',
            '-x',
            'none.xml',
            flag,
            file,
            '--purge-on-delete',
          ]),
          0,
          flag,
        )
      }
      check(!(await inOrg(s, 'FromMeta')), 'deleted')
    },
  },
  {
    line: 24,
    name: 'project delete source',
    async run(s) {
      s.clearProject()
      s.apexClass('Shortlived', 'public class Shortlived {}\n')
      exits(await s.sf('project deploy start -o prod -d force-app'), 0, 'deploy')
      exits(await s.sf('project delete source -o prod -m ApexClass:Shortlived --no-prompt'), 0, 'delete')
      check(!(await inOrg(s, 'Shortlived')), 'gone')
    },
  },
  {
    line: 25,
    name: 'the same over REST',
    async run(s) {
      await s.sf('config set org-metadata-rest-deploy true --global')
      try {
        await deployStates(s)
        await validateAndQuick(s)
        await compileError(s)
      } finally {
        await s.sf('config unset org-metadata-rest-deploy --global')
      }
    },
  },
]

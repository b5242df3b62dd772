import { check, exits } from './setting.mjs'

export const testLines = [
  {
    line: 31,
    name: 'apex run test in its forms',
    async run(s) {
      const run = async (args, code = 0) =>
        exits(await s.sf(`apex run test -o prod --result-format json --wait 2 ${args}`), code, args)
      const plain = await run('--class-names SurveyServiceTest --code-coverage')
      check(
        plain.summary.outcome === 'Passed' && plain.summary.testsRan === 2,
        'two tests passed',
        plain.summary,
      )
      await run('--class-names SurveyServiceTest --code-coverage --detailed-coverage')
      await run('--tests SurveyServiceTest.averages --synchronous')
      await run('--test-level RunLocalTests')
      const suite = await run('--suite-names Pricing')
      check(suite.summary.testsRan > 0, 'the tests of a suite', suite.summary)
      const started = exits(
        await s.sf('apex run test -o prod --class-names FaultCodeTest --result-format json'),
        0,
        'asynchronous',
      )
      exits(
        await s.sf(`apex get test -o prod --test-run-id ${started.testRunId} --result-format json`),
        0,
        'get test',
      )
      await s.admin('POST', '/admin/orgs/Northbeam%20Lighting/components', {
        type: 'ApexClass',
        fullName: 'AlwaysFailsTest',
        files: {
          'classes/AlwaysFailsTest.cls':
            '@IsTest\nprivate class AlwaysFailsTest {\n    @IsTest\n    static void fails() {\n        Assert.fail();\n    }\n}\n',
          'classes/AlwaysFailsTest.cls-meta.xml':
            '<?xml version="1.0" encoding="UTF-8"?>\n<ApexClass xmlns="http://soap.sforce.com/2006/04/metadata">\n    <apiVersion>66.0</apiVersion>\n    <status>Active</status>\n</ApexClass>\n',
        },
      })
      const failing = await s.sf(
        'apex run test -o prod --result-format json --wait 2 --class-names AlwaysFailsTest',
      )
      await s.admin('POST', '/admin/orgs/Northbeam%20Lighting/components', {
        type: 'ApexClass',
        fullName: 'AlwaysFailsTest',
        delete: true,
      })
      check(failing.code === 100, 'exit 100 on failures', failing)
    },
  },
]

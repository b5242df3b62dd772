import { expect, test } from 'vitest'
import { failedTestsOf } from './failed-tests.ts'

const component = (componentName: string, componentType = 'ApexClass') => ({
  identity: { packageName: 'unpackaged', componentType, componentName },
})
const changes = ['GoodwillPolicy', 'GoodwillPolicyTest', 'Discount', 'Other'].map((name) => component(name))

const failed = (className: string, stackTrace: string | null, namespace: string | null = null) => ({
  className,
  namespace,
  methodName: 'refuses',
  milliseconds: 1,
  failure: { message: 'Assertion Failed', stackTrace },
})

test('a failed test names its line, and the changed code that its trace and its name concern', () => {
  const trace = 'Class.Discount.of: line 7, column 1\nClass.GoodwillPolicyTest.refuses: line 4, column 1'
  const passed = { ...failed('OtherTest', null), failure: null }
  expect(failedTestsOf({ tests: [passed, failed('GoodwillPolicyTest', trace)] }, changes)).toEqual([
    {
      className: 'GoodwillPolicyTest',
      methodName: 'refuses',
      message: 'Assertion Failed',
      line: 4,
      components: ['GoodwillPolicy', 'GoodwillPolicyTest', 'Discount'].map(
        (name) => component(name).identity,
      ),
    },
  ])
})

test('a test without a trace has no line, and a test of a package concerns no component of the deployment', () => {
  const tests = [
    failed('TestOther', null),
    failed('GoodwillPolicyTest', 'Class.acme.X.y: line 1, column 1', 'acme'),
  ]
  expect(failedTestsOf({ tests }, changes)).toMatchObject([
    { className: 'TestOther', line: null, components: [component('Other').identity] },
    { className: 'acme.GoodwillPolicyTest', line: null, components: [] },
  ])
})

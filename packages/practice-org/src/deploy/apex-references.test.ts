import { afterAll, beforeAll, expect, test } from 'vitest'
import { apexClass, manifest, problemsOf, TestOrg } from '../testing/client.ts'

let org: TestOrg
beforeAll(async () => {
  org = await TestOrg.start()
  await org.deploy({
    'package.xml': manifest({ ApexClass: ['Base'] }),
    ...apexClass('Base', 'public virtual class Base {\n  public class Inner {}\n}'),
  })
})
afterAll(() => org.stop())

const problems = async (body: string, name = 'Subject'): Promise<string[]> =>
  problemsOf(
    await org.deploy({
      'package.xml': manifest({ ApexClass: [name] }),
      ...apexClass(name, body.replace('Subject', name)),
    }),
  )

test.each([
  ['public class Subject {\n  Object a = new Nowhere();\n}', 'Invalid type: Nowhere (2:18)'],
  ['public class Subject extends Nowhere {\n}', 'Invalid type: Nowhere (1:30)'],
  ['public class Subject implements Nowhere {\n}', 'Invalid type: Nowhere (1:33)'],
  [
    'public class Subject {\n  void a() {\n    Nowhere.run();\n  }\n}',
    'Variable does not exist: Nowhere (3:5)',
  ],
  ['public class Subject {\n  Object a = new Nowhere__c();\n}', 'Invalid type: Nowhere__c (2:18)'],
])('%s is refused', async (source, problem) => {
  expect(await problems(source)).toEqual([`ApexClass Subject: ${problem}`])
})

test.each([
  'public class Subject extends Base {\n  Object a = new Base.Inner();\n}',
  "public class Subject {\n  Object a = new List<Account>{ new Account(Name = 'new Nowhere()') };\n}",
  'public class Subject {\n  // new Nowhere()\n  class Own {}\n  Object a = new Own();\n}',
  'public class Subject {\n  void a(Base Given) {\n    Given.toString();\n    System.debug(Math.max(1, 2));\n  }\n}',
  'public class Subject implements Database.Batchable<SObject>, Schedulable {\n}',
])('%s is taken', async (source) => {
  expect(await problems(source)).toEqual([])
})

test('what the same archive brings is known', async () => {
  const user = apexClass('User1', 'public class User1 {\n  Object a = new Fresh();\n}')
  const fresh = apexClass('Fresh', 'public class Fresh {}')
  const both = { 'package.xml': manifest({ ApexClass: ['User1', 'Fresh'] }), ...user, ...fresh }
  expect(problemsOf(await org.deploy(both))).toEqual([])
})

test('two classes whose names differ in their case only are one too many', async () => {
  expect(await problems('public class Subject {}', 'BASE')).toEqual([
    'ApexClass BASE: Duplicate class: BASE (1:1)',
  ])
})

test('a class has the name of its file', async () => {
  const files = {
    'package.xml': manifest({ ApexClass: ['Named'] }),
    ...apexClass('Named', 'public class Other {}'),
  }
  expect(problemsOf(await org.deploy(files))).toEqual([
    'ApexClass Named: Class name must match the file name: Other (1:14)',
  ])
})

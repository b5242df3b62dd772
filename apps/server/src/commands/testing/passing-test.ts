import { apexClass } from './sample-metadata.ts'
import type { OrgEdit } from './test-org.ts'

const { path, meta } = apexClass('PassingTest')
const source =
  '@IsTest\nprivate class PassingTest {\n  @IsTest static void passes() { System.assert(true); }\n}\n'

/** A test class in the org, without which no validation runs tests. */
export const passingTest: OrgEdit = {
  type: 'ApexClass',
  fullName: 'PassingTest',
  files: { [path]: source, [`${path}-meta.xml`]: meta },
}

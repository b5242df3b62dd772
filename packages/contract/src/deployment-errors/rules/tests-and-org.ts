import type { ErrorRule } from '../error-rule.ts'

/** What Apex tests and the org as a whole say. */
export const testRules: readonly ErrorRule[] = [
  {
    id: 'coverage-average',
    pattern: /Average test coverage across all Apex Classes and Triggers is (?<share>[\d.]+)\s*%/i,
    title: 'Tests cover only {share} % of the Apex code',
    meaning: 'Production takes Apex only when the tests that ran cover 75 % of all code of the org.',
    wayOut:
      'Choose a test level that runs all tests, and add tests for the classes with the most uncovered lines.',
  },
  {
    id: 'coverage-component',
    pattern: /Test coverage of selected Apex (?<what>Class|Trigger) is (?<share>[\d.]+)\s*%/i,
    title: 'A test for an Apex {what} is missing',
    meaning:
      'Every trigger needs a test, and with given tests each deployed class has to be covered by 75 %.',
    wayOut: 'Name a test that covers it among the tests to run, or write one.',
  },
  {
    id: 'coverage-deployment',
    pattern: /Your code coverage is (?<share>[\d.]+)\s*%/i,
    title: 'Tests cover only {share} % of the Apex code',
    meaning: 'Production takes Apex only when the tests that ran cover 75 % of the code.',
    wayOut: 'Run more tests with the deployment, or add some.',
  },
  {
    id: 'no-tests-in-production',
    pattern: /testLevel of NoTestRun cannot be used in production/i,
    title: 'Production does not take Apex without tests',
    meaning: 'The test level of the flow out runs no tests.',
    wayOut: 'Choose another test level for the flow out.',
  },
  {
    id: 'test-assertion',
    pattern: /System\.AssertException|Assertion Failed/i,
    title: 'An Apex test found a wrong result',
    meaning: 'A test expected another value than the code gave in this org.',
    wayOut: 'Compare expected and actual value. Automation or data of this org may change the result.',
  },
  {
    id: 'test-mixed-dml',
    pattern: /MIXED_DML_OPERATION/i,
    title: 'A test changes setup and other records in one transaction',
    meaning: 'Users, groups and the like cannot be saved together with other records.',
    wayOut: 'Save the setup records in System.runAs.',
  },
  {
    id: 'row-lock',
    pattern: /UNABLE_TO_LOCK_ROW|unable to obtain exclusive access to this record/i,
    title: 'A record was locked by somebody else',
    meaning: 'Two transactions, tests or a deployment and a user wanted the same record at the same time.',
    wayOut: 'Run it again at a quieter time. Tests that collide should not run in parallel.',
  },
  {
    id: 'test-validation-rule',
    pattern: /FIELD_CUSTOM_VALIDATION_EXCEPTION/i,
    title: 'A validation rule of the org refused the data of a test',
    meaning: 'The test saves a record that a validation rule of this org does not allow.',
    wayOut:
      'Change the data of the test so that it fits the rule, or bring the rule that the test was written for.',
  },
  {
    id: 'test-restricted-picklist',
    pattern: /INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST|bad value for restricted picklist field/i,
    title: 'A picklist of the org does not have a value that is used',
    meaning: 'A test or default uses a value that the picklist in this org does not have.',
    wayOut: 'Bring the picklist with its values along, or use a value that it has.',
  },
  {
    id: 'test-required-field',
    pattern: /REQUIRED_FIELD_MISSING/i,
    title: 'A test saves a record without a required field',
    meaning: 'The object in this org requires a field that the test does not fill.',
    wayOut: 'Fill the field in the test.',
  },
  {
    id: 'test-trigger-failed',
    pattern: /CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY|CANNOT_EXECUTE_FLOW_TRIGGER/i,
    title: 'A trigger or flow failed during a test',
    meaning: 'Saving a record in the test started a trigger or flow of the org, which failed.',
    wayOut:
      'Read the inner message: it names the trigger or flow. Correct it, or give the test the data that it needs.',
  },
  {
    id: 'test-null',
    pattern: /System\.NullPointerException|Attempt to de-reference a null object/i,
    title: 'The code used a value that was null',
    meaning: 'The code expected a record or setting that this org does not have.',
    wayOut:
      'Look at the line of the stack trace. Custom settings and data of the sandbox are missing in other orgs.',
  },
  {
    id: 'test-no-rows',
    pattern: /List has no rows for assignment to SObject/i,
    title: 'A query found no record',
    meaning: 'A test or the code reads a record that this org does not have.',
    wayOut: 'Create the record in the test. Tests do not see the data of the org.',
  },
  {
    id: 'test-limits',
    pattern: /System\.LimitException|Too many SOQL queries|Apex CPU time limit exceeded/i,
    title: 'A test ran into a governor limit',
    meaning:
      'With the automation of this org, one transaction needs more queries, changes or time than is allowed.',
    wayOut: 'Make the code work on many records at once, and use Test.startTest for what is tested.',
  },
  {
    id: 'test-callout',
    pattern: /TestMethod do not support Web service callouts/i,
    title: 'A test calls a web service',
    meaning: 'Tests cannot call other systems.',
    wayOut: 'Give the test an answer with Test.setMock.',
  },
  {
    id: 'salesforce-internal',
    pattern:
      /UNKNOWN_EXCEPTION|An unexpected error occurred\. Please include this ErrorId|^An internal server error/i,
    title: 'Salesforce failed by itself',
    meaning: 'The error is inside Salesforce and often caused by one component that it does not name.',
    wayOut:
      'Run it again. If it stays, deploy in halves to find the component, and give the error id to Salesforce.',
  },
]

import { expect, test } from 'vitest'
import type { ComponentProblem } from '../component.ts'
import { type Failure, rootCauses } from './root-causes.ts'

const failure = (
  typeAndName: string,
  description: string,
  type: ComponentProblem['type'] = 'Error',
): Failure => {
  const [componentType = '', componentName = ''] = typeAndName.split(' ')
  return {
    component: { packageName: 'unpackaged', componentType, componentName },
    problem: { type, description, archiveFilePath: null, line: null, column: null },
  }
}

const summary = (failures: readonly Failure[]) =>
  rootCauses(failures).map(({ title, affected }) => [
    title,
    ...affected.map(
      ({ component, isConsequence }) => `${component?.componentName ?? ''}${isConsequence ? '*' : ''}`,
    ),
  ])

test('one missing field behind many failures is one cause, and the largest cause comes first', () => {
  const missing = 'In field: field - no CustomField named Rental__c.Region__c found'
  expect(
    summary([
      failure('ApexClass Odd', 'Nobody knows this.'),
      failure('Layout Rental__c-Desk', missing),
      failure('Profile Admin', missing),
    ]),
  ).toEqual([
    ['The field Rental__c.Region__c is missing', 'Rental__c-Desk', 'Admin'],
    ['Nobody knows this.', 'Odd'],
  ])
})

test('what is missing because it failed itself belongs to its own error, the origin first', () => {
  expect(
    summary([
      failure(
        'FlexiPage Desk',
        "We couldn't retrieve the design time component information for component c:desk.",
      ),
      failure('CustomTab Desk', 'In field: flexiPage - no FlexiPage named desk found'),
      failure('CustomApplication Rentals', 'In field: tab - no CustomTab named Desk found'),
    ]),
  ).toEqual([['A Lightning page uses c:desk, which the org cannot show', 'Desk', 'Desk*', 'Rentals*']])
})

test('a class that breaks others is their cause, also by a class inside it', () => {
  expect(
    summary([
      failure('ApexClass Rates', "Unexpected token '{'."),
      failure('ApexClass Invoice', 'Invalid type: Rates.Line'),
      failure(
        'ApexClass Report',
        'Dependent class is invalid and needs recompilation:\n Class Invoice : Invalid type: Rates.Line',
      ),
    ]),
  ).toEqual([['The code has a mistake in its syntax', 'Rates', 'Invoice*', 'Report*']])
})

test('parts of an object that failed belong to its error', () => {
  expect(
    summary([
      failure('CustomObject Rental__c', 'Must specify a non-empty label for the CustomObject'),
      failure('Layout Rental__c-Desk', 'Parent entity failed to deploy'),
      failure('Layout Other__c-Desk', 'Parent entity failed to deploy'),
    ]),
  ).toEqual([
    ['The object itself is missing', 'Rental__c', 'Rental__c-Desk*'],
    ['The object of this component failed', 'Other__c-Desk'],
  ])
})

test('components that miss each other keep their own errors', () => {
  expect(
    summary([
      failure('ApexClass A', 'Invalid type: B'),
      failure('ApexClass B', 'Invalid type: A'),
      failure('ApexClass C', 'Invalid type: C'),
    ]),
  ).toEqual([
    ['The class or object B is missing', 'A'],
    ['The class or object A is missing', 'B'],
    ['The class or object C is missing', 'C'],
  ])
})

test('warnings stop nothing, and a failure of the whole deployment has no component', () => {
  const whole = { ...failure('', 'UNKNOWN_EXCEPTION: An unexpected error occurred.'), component: null }
  expect(summary([failure('ApexClass A', 'Careful.', 'Warning'), whole])).toEqual([
    ['Salesforce failed by itself', ''],
  ])
})

import { ProblemError } from '@sluice/contract/client'
import { expect, test } from 'vitest'
import { refusal } from './answers.ts'
import { faultsOfProblem, faultsOfReply } from './possible-answers.ts'

const call = { group: 'notifications', operation: 'listChoices' }
const callOfStack = { group: 'stacks', operation: 'update' }

const given = (problem: Parameters<typeof refusal>[1]) =>
  faultsOfProblem(refusal('entityNotFound', problem), callOfStack)

test('an answer has to be one that the contract reads', () => {
  expect(faultsOfReply([], call)).toEqual([])
  expect(faultsOfReply([{ event: 'NoEvent' }], call).join()).toContain('The server never answers')
})

test('a refusal has the title and the status of the contract', () => {
  expect(given({ detail: 'Gone.' })).toEqual([])
  expect(given({ title: 'Gone.' })).toHaveLength(1)
  expect(given({ status: 400 })).toHaveLength(1)
})

test('a refusal has a type that the route declares, or one that any call may have', () => {
  const [notFound] = [refusal('entityNotFound')]
  expect(faultsOfProblem(notFound, callOfStack)).toEqual([])
  expect(faultsOfProblem(notFound, { group: 'users', operation: 'login' }).join()).toContain(
    'does not declare',
  )
  expect(faultsOfProblem(refusal('tooManyRequests'), call)).toEqual([])
  expect(faultsOfProblem(refusal('nonEmptyStackNotDeletable'), call)).toHaveLength(1)
})

test('a refusal has a type of the contract', () => {
  const problem = { type: 'noSuchProblem', title: 'Gone.', status: 404 }
  expect(faultsOfProblem(new ProblemError(problem), call)).toHaveLength(1)
})

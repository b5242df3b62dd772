import type { Answers } from './answers.ts'
import { differenceAnswers, sampleDifference } from './difference-samples.ts'
import { sampleEnvironment, sampleStack } from './samples.ts'
import { visitEnvironments } from './visit-environments.ts'

interface Visited {
  difference?: ReturnType<typeof sampleDifference>
  search?: string
  jobs?: NonNullable<Answers['jobs']>
}

/** Opens the difference page of the sample environment; the given answers replace sample answers. */
export const visitDifference = (
  differences: NonNullable<Answers['differences']> = {},
  { difference = sampleDifference(), search = '', jobs }: Visited = {},
) =>
  visitEnvironments([sampleEnvironment()], {
    below: `/production/difference${search}`,
    pushed: { differences: [difference], stacks: [sampleStack({ environments: [sampleEnvironment()] })] },
    answers: { differences: { ...differenceAnswers, ...differences }, ...(jobs && { jobs }) },
  })

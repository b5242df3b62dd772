import type { Answers } from './answers.ts'
import { differenceAnswers, sampleDifference } from './difference-samples.ts'
import { sampleEnvironment, sampleStack } from './samples.ts'
import { visitEnvironments } from './visit-environments.ts'

interface Visited {
  difference?: ReturnType<typeof sampleDifference>
  search?: string
  jobs?: NonNullable<Answers['jobs']>
}

/** Opens the page of the difference of the sample environment, with these answers beside the sample ones. */
export const visitDifference = (
  differences: NonNullable<Answers['differences']> = {},
  { difference = sampleDifference(), search = '', jobs }: Visited = {},
) =>
  visitEnvironments([sampleEnvironment()], {
    below: `/production/difference${search}`,
    pushed: { differences: [difference], stacks: [sampleStack({ environments: [sampleEnvironment()] })] },
    answers: { differences: { ...differenceAnswers, ...differences }, ...(jobs && { jobs }) },
  })

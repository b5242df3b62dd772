import type { MessageOverrides } from '../../platform/api/problem.ts'

/** What the problems of a link mean for whoever opened it. */
export const linkProblems: MessageOverrides = {
  entityNotFound:
    'The invitation could not be found. It may have been deleted by the sender, or you may already have accepted or declined it.',
  entityIdInvalid:
    'The invitation link is not in the correct format. If you manually typed or copied and pasted the link, check to ensure that the link is correct.',
}

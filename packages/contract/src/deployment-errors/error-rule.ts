/**
 * What a message of Salesforce means and how to get past it. The first rule whose pattern matches a message holds, so that a
 * rule for a special case stands before the general one.
 */
export interface ErrorRule {
  readonly id: string
  /** Finds the message. Its named groups fill the places `{name}` of the texts. */
  readonly pattern: RegExp
  /** What is wrong, in a few words. Messages with the same filled title have the same cause. */
  readonly title: string
  readonly meaning: string
  readonly wayOut: string
  /** What is missing, as `type name`: when the deployment has it among its own failures, that one is the cause. */
  readonly missing?: string
}

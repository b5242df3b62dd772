const texts: readonly (readonly [RegExp, string])[] = [
  [/^deploy \d+$/, 'A deployment was sent to Salesforce; the timeline leads to it.'],
  [/^create sandbox$/, 'A sandbox was ordered from Salesforce.'],
  [/^delete sandbox$/, 'The sandbox was deleted.'],
  [/^create branch$/, 'The branch was created.'],
  [/^delete branch$/, 'The branch was deleted.'],
  [/^create repository/, 'A repository was created.'],
  [/^invite to repository$/, 'An invitation to the repository was sent.'],
  [/^push/, 'Commits were pushed to the repository.'],
]

/** What a step did outside, by its name; parts of a job have theirs in front, as in `source: push 1`. */
export function effectText(name: string): string {
  const step = name.slice(name.lastIndexOf(':') + 1).trim()
  return texts.find(([pattern]) => pattern.test(step))?.[1] ?? step
}

/** Prints a line of a report. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`)

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

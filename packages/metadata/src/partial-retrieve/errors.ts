/** Two parts of one file that contradict each other: the org changed while it was read. */
export class PartialRetrieveError extends Error {
  /** Below the metadata directory. */
  readonly path: string
  /** What differs: the element's name, and its key where it is one of many. */
  readonly entry: string
  constructor(path: string, entry: string) {
    super(`${path} came back in parts that differ in ${entry}.`)
    this.name = 'PartialRetrieveError'
    this.path = path
    this.entry = entry
  }
}

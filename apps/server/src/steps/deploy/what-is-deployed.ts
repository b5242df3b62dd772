/** What a flow out has brought into the org when it stops: the parts of a divided one before the part that stopped it. */
export function whatIsDeployed(partsDone: number): string {
  if (partsDone === 0) return 'Nothing was deployed.'
  return partsDone === 1 ? 'The first part is in the org.' : `The first ${partsDone} parts are in the org.`
}

interface CountedLines {
  linesCovered: number
  linesUncovered: number
}

/** The covered share of the lines in whole per cent, rounded down as Salesforce does; code without lines is covered. */
export function coveragePercent({ linesCovered, linesUncovered }: CountedLines): number {
  const lines = linesCovered + linesUncovered
  return lines === 0 ? 100 : Math.floor((linesCovered / lines) * 100)
}

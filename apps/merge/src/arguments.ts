import { parseArgs } from 'node:util'

export interface OneFile {
  readonly kind: 'one'
  readonly path: string
  readonly base: string
  readonly ours: string
  readonly theirs: string
  /** Git's merge driver protocol: the result replaces the file of ours. */
  readonly writesOurs: boolean
  readonly favour: 'ours' | 'theirs' | null
  /** How many signs a conflict marker has. */
  readonly markerSize: number
}

export interface Batch {
  readonly kind: 'batch'
  readonly cases: string
  readonly results: string
  readonly outputFolder: string
}

export const usage = `Merges Salesforce metadata by what its elements mean.
  npm run -s merge -- --path PATH [--favour ours|theirs] BASE OURS THEIRS
      writes the result to standard output; 0 clean, 1 with conflict markers, 2 an error
  node apps/merge/dist/main.js --driver --marker-size %L --path %P %O %A %B
      as a merge driver of Git (see apps/merge/README.md): writes the result to the file of ours
  npm run -s merge -- --batch CASES.jsonl RESULTS.jsonl OUTDIR
      one case a line: {"id","path","base","ours","theirs"}, file names, base null when both sides added the file
`

export function parseArguments(argv: readonly string[]): OneFile | Batch | null {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      path: { type: 'string' },
      driver: { type: 'boolean' },
      batch: { type: 'boolean' },
      favour: { type: 'string' },
      'marker-size': { type: 'string', default: '7' },
    },
  })
  const [first, second, third, ...more] = positionals
  if (first === undefined || second === undefined || third === undefined || more.length > 0) return null
  if (values.batch === true) return { kind: 'batch', cases: first, results: second, outputFolder: third }
  const { favour = null, path } = values
  const markerSize = Number(values['marker-size'])
  if (!Number.isInteger(markerSize) || markerSize < 1) return null
  if (path === undefined || (favour !== null && favour !== 'ours' && favour !== 'theirs')) return null
  return {
    kind: 'one',
    path,
    base: first,
    ours: second,
    theirs: third,
    writesOurs: values.driver === true,
    favour,
    markerSize,
  }
}

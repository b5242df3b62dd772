import type { MergeLabels } from '../write/markers.ts'
import { marked } from '../write/markers.ts'
import type { Site } from './sites.ts'

/** The text with each site between markers, or as the favoured side has it. Sites inside other sites go with them. */
export function withMarks(
  text: string,
  sites: readonly Site[],
  { labels, favour }: { readonly labels: MergeLabels; readonly favour: 'ours' | 'theirs' | null },
): string {
  const out: string[] = []
  let from = 0
  for (const site of outermost(sites)) {
    const gapStart = text.slice(0, site.start).search(/[ \t]*$/u)
    const indent = text.slice(gapStart, site.start)
    const startsLine = gapStart === 0 || text[gapStart - 1] === '\n'
    if (favour !== null) {
      const chosen = site[favour]
      const gone = text.slice(0, site.start).search(/\s*$/u)
      out.push(text.slice(from, chosen === null ? gone : site.start), chosen ?? '')
      from = site.end
      continue
    }
    const side = (source: string | null): string => (source === null ? '' : `${indent}${source}\n`)
    const versions = { base: side(site.base), ours: side(site.ours), theirs: side(site.theirs) }
    out.push(text.slice(from, gapStart), startsLine ? '' : '\n', marked(versions, labels))
    from = lineEndBehind(text, site.end)
  }
  out.push(text.slice(from))
  return out.join('')
}

/** Sites that lie in no other, in the order of the text. */
export function outermost(sites: readonly Site[]): Site[] {
  const kept: Site[] = []
  for (const site of sites.toSorted((a, b) => a.start - b.start || b.end - a.end))
    if (site.start >= (kept.at(-1)?.end ?? 0)) kept.push(site)
  return kept
}

function lineEndBehind(text: string, end: number): number {
  const found = /[ \t]*\r?\n/uy
  found.lastIndex = end
  const lineEnd = found.exec(text)
  return lineEnd === null ? end : end + lineEnd[0].length
}

import type { LucideIcon } from 'lucide-react'

/** Something that the palette offers. */
export interface Command {
  id: string
  group: string
  label: string
  /** Stands behind the label and is searched too, for example the stack of a job. */
  detail?: string
  icon: LucideIcon
  /** The keys that do the same without the palette. */
  keys?: readonly string[]
  run: () => void
}

export interface CommandGroup {
  value: string
  items: Command[]
}

/** How many commands of one group are offered. */
const mostOfGroup = { browsing: 6, searching: 12 }

/** The commands that have every word of the query; groups and commands with the best matches come first. */
export function findCommands(commands: readonly Command[], query: string): CommandGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const found = commands
    .map((command) => ({ command, score: scoreOf(command, words) }))
    .filter(({ score }) => score !== null)
    .toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0))
  const most = words.length === 0 ? mostOfGroup.browsing : mostOfGroup.searching
  const groups = new Map<string, Command[]>()
  for (const { command } of found) {
    const group = groups.get(command.group) ?? []
    if (group.length < most) group.push(command)
    groups.set(command.group, group)
  }
  return [...groups].map(([value, items]) => ({ value, items }))
}

/** The sum over the words; null when one is missing. */
function scoreOf({ label, detail = '' }: Command, words: readonly string[]): number | null {
  let sum = 0
  for (const word of words) {
    const score = Math.max(scoreOfWord(label, word) * 2, scoreOfWord(detail, word))
    if (score === 0) return null
    sum += score
  }
  return sum
}

function scoreOfWord(text: string, word: string): number {
  const lower = text.toLowerCase()
  if (lower === word) return 4
  if (lower.startsWith(word)) return 3
  const at = lower.indexOf(word)
  if (at === -1) return 0
  return /[\p{L}\p{N}]/u.test(lower.charAt(at - 1)) ? 1 : 2
}

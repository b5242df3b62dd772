import { componentOfPath } from '@sluice/metadata/paths'
import { contender } from '../contenders.ts'
import { orgFiles } from '../org.ts'
import { race, timeOf } from '../race.ts'
import { digits } from '../report.ts'
import type { Report } from '../report.ts'
import { sized } from '../../sized.ts'

interface Resolver {
  readonly MetadataResolver: new (
    registry: object,
    tree: object,
  ) => {
    getComponentsFromPath(path: string): { type: { name: string }; fullName: string }[]
  }
  readonly RegistryAccess: new () => object
  readonly VirtualTreeContainer: { fromFilePaths(paths: string[]): object }
}

const fileCount = sized(20_000, 40)
const vendor = "the vendor's resolver"

/** Which components the files of an archive are, from their paths alone. */
export async function components(report: Report, { rounds }: { readonly rounds: number }): Promise<void> {
  report.title('6 Components from paths')
  const paths = orgFiles(fileCount).map(({ path }) => path)
  const resolver = await contender<Resolver>('@salesforce/source-deploy-retrieve')
  const ours = () => membersByType(paths)
  const goal = `at least 20 times faster than ${vendor}, the same components`
  const theirs = resolver === null ? [] : [{ name: vendor, run: () => resolve(resolver, paths) }]
  const timings = await race([{ name: 'ours', run: ours }, ...theirs], { rounds })
  report.line(`${paths.length} files`)
  report.timings(timings)
  if (resolver === null) return report.missing('6', goal, vendor)
  const ratio = timeOf(timings, vendor, 'cpuMs') / timeOf(timings, 'ours', 'cpuMs')
  const mine = namesOf(ours())
  const its = namesOf(resolve(resolver, paths))
  const different = [...mine]
    .filter((name) => !its.has(name))
    .concat([...its].filter((name) => !mine.has(name)))
  for (const name of different.slice(0, 20))
    report.line(`${mine.has(name) ? 'only ours' : 'only theirs'}: ${name}`)
  const counted = `${mine.size} components, ${different.length} different`
  report.goal({
    section: '6',
    goal,
    measured: `${digits(ratio)} times; ${counted}`,
    reached: ratio >= 20 && different.length === 0,
  })
}

/** The components of an archive as a manifest lists them. */
type Members = Map<string, Set<string>>

function membersByType(paths: readonly string[]): Members {
  const members: Members = new Map()
  for (const path of paths) {
    const { identity } = componentOfPath(path) ?? {}
    addMember(members, identity?.componentType ?? 'no component', identity?.componentName ?? path)
  }
  return members
}

function resolve(module: Resolver, paths: string[]): Members {
  const tree = module.VirtualTreeContainer.fromFilePaths(paths)
  const resolver = new module.MetadataResolver(new module.RegistryAccess(), tree)
  const members: Members = new Map()
  for (const { type, fullName } of resolver.getComponentsFromPath('unpackaged'))
    addMember(members, type.name, fullName)
  return members
}

function addMember(members: Members, type: string, name: string): void {
  const known = members.get(type)
  if (known === undefined) members.set(type, new Set([name]))
  else known.add(name)
}

function namesOf(members: Members): Set<string> {
  return new Set([...members].flatMap(([type, names]) => [...names].map((name) => `${type} ${name}`)))
}

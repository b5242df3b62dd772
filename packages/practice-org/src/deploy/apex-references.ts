import type { ComponentRecord } from '../store/component-record.ts'
import { wording } from '../wording.ts'
import { unknownApexName } from './apex-names.ts'
import type { ApexProblem } from './apex-syntax.ts'
import { isPlatformName } from './platform-names.ts'
import type { Workspace } from '../store/workspace.ts'

/**
 * Says for the classes and triggers of a deployment which name they use that would not exist, or
 * which other class bears the same name. Made once per deployment: names of the whole org are read.
 */
export class ApexReferences {
  readonly #workspace: Workspace
  readonly #classes = new Map<string, string[]>()
  readonly #objects = new Set<string>()
  readonly #namespaces = new Set<string>()

  constructor(workspace: Workspace) {
    this.#workspace = workspace
    for (const { fullName } of workspace.list('ApexClass')) {
      const key = fullName.toLowerCase()
      this.#classes.set(key, [...(this.#classes.get(key) ?? []), fullName])
    }
    for (const { fullName } of workspace.list('CustomObject')) this.#objects.add(fullName.toLowerCase())
    for (const { fullName } of workspace.list('InstalledPackage'))
      this.#namespaces.add(fullName.toLowerCase())
  }

  /** The first problem; undefined for components that are no Apex, and for installed ones. */
  async problemOf(record: ComponentRecord): Promise<ApexProblem | undefined> {
    if (record.type !== 'ApexClass' && record.type !== 'ApexTrigger') return undefined
    if (record.manageableState === 'installed') return undefined
    const twins = this.#classes.get(record.fullName.toLowerCase()) ?? []
    if (record.type === 'ApexClass' && twins.some((name) => name !== record.fullName))
      return { message: wording.deploy.duplicateClass(record.fullName), line: 1, column: 1 }
    const path = record.files.find((file) => !file.endsWith('-meta.xml'))
    const content = path === undefined ? undefined : await this.#workspace.read(path)
    const source = Buffer.from(content ?? '').toString('utf8')
    return unknownApexName(source, (name) => this.#isKnown(name))
  }

  #isKnown(name: string): boolean {
    const key = name.toLowerCase()
    if (this.#classes.has(key) || this.#objects.has(key) || this.#namespaces.has(key)) return true
    const namespace = /^(\w+?)__\w+?(?:__\w+)?$/.exec(key)?.[1]
    return isPlatformName(name) || (namespace !== undefined && this.#namespaces.has(namespace))
  }
}

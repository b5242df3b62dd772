import type { FileHashes } from '../../session/metadata-directory.ts'

/** A file as the org has it, normalised. */
export interface OrgFile {
  readonly hash: string
  /** Null when the repository has it and its content is not needed for a comparison. */
  readonly content: Uint8Array | null
  /** The repository has the blob. */
  readonly isStored: boolean
  /** Lists in a new or changed file that no rule knows. */
  readonly unknownLists?: readonly string[]
}

/**
 * The files of an org by their path below the metadata directory (`unpackaged/classes/A.cls`), beside those of parity.
 * Nearly all are the same on both sides: of these only the paths are kept, and the set of paths is built at its first use.
 */
export class OrgFiles {
  readonly #parity: FileHashes
  readonly #different = new Map<string, OrgFile>()
  readonly #same: string[] = []
  #samePaths: Set<string> | null = null

  constructor(parity: FileHashes) {
    this.#parity = parity
  }

  get size(): number {
    return this.#same.length + this.#different.size
  }

  /** The files that parity does not have as the org does. */
  get different(): ReadonlyMap<string, OrgFile> {
    return this.#different
  }

  /** Takes a file, each path once. */
  add(path: string, file: OrgFile): void {
    if (this.#parity.get(path) === file.hash) this.addSame(path)
    else this.#different.set(path, file)
  }

  /** Takes a file that parity has as the org does. */
  addSame(path: string): void {
    this.#same.push(path)
    this.#samePaths?.add(path)
  }

  has(path: string): boolean {
    return this.#different.has(path) || this.#isSame(path)
  }

  get(path: string): OrgFile | undefined {
    const different = this.#different.get(path)
    if (different !== undefined) return different
    const hash = this.#isSame(path) ? this.#parity.get(path) : undefined
    return hash === undefined ? undefined : { hash, content: null, isStored: true }
  }

  *keys(): Generator<string> {
    yield* this.#same
    yield* this.#different.keys()
  }

  /** The files of parity that the org does not have. */
  missing(): string[] {
    let inBoth = this.#same.length
    for (const path of this.#different.keys()) if (this.#parity.has(path)) inBoth += 1
    if (inBoth === this.#parity.size) return []
    return [...this.#parity.keys()].filter((path) => !this.has(path))
  }

  #isSame(path: string): boolean {
    this.#samePaths ??= new Set(this.#same)
    return this.#samePaths.has(path)
  }
}

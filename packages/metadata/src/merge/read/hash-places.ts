/** Numbers from 0 by hashes: open addressing, because most lists are as long as their file. */
export class HashPlaces {
  /** A hash and a number plus one, two places a slot; zero where a slot is free. */
  #slots: Int32Array
  #count = 0

  /** With room for so many numbers; more make room for themselves. */
  constructor(count: number) {
    let slots = 16
    while (slots < count * 2) slots *= 2
    this.#slots = new Int32Array(slots * 2)
  }

  /** The number that was told first under this hash; -1 when none was. */
  get(hash: number): number {
    return (this.#slots[this.#slotOf(hash) + 1] ?? 0) - 1
  }

  /** Tells a number under a hash that has none; gives the number under the hash from then on. */
  add(hash: number, number: number): number {
    const at = this.#slotOf(hash)
    const known = this.#slots[at + 1] ?? 0
    if (known !== 0) return known - 1
    this.#slots[at] = hash
    this.#slots[at + 1] = number + 1
    this.#count += 1
    if (this.#count * 4 > this.#slots.length) this.#enlarge()
    return number
  }

  /** Where a hash stands, or the free slot for it. */
  #slotOf(hash: number): number {
    const slots = this.#slots
    const mask = slots.length - 2
    let at = (hash << 1) & mask
    while (slots[at + 1] !== 0 && slots[at] !== hash) at = (at + 2) & mask
    return at
  }

  #enlarge(): void {
    const known = this.#slots
    this.#slots = new Int32Array(known.length * 2)
    for (let at = 0; at < known.length; at += 2) {
      if (known[at + 1] === 0) continue
      const to = this.#slotOf(known[at] ?? 0)
      this.#slots[to] = known[at] ?? 0
      this.#slots[to + 1] = known[at + 1] ?? 0
    }
  }
}

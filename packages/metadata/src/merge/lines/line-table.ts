/** Gives equal lines one number by their bytes: open addressing over hashes, every hit compared in full. */
export class LineTable {
  #slots = new Int32Array(1024)
  #count = 0
  /** By number: the text, the place and the hash of the first such line. */
  readonly #texts: Uint8Array[] = []
  #places = new Int32Array(3 * 520)

  /** The number of the line between two offsets of a text; texts must not change meanwhile. */
  numberOf(text: Uint8Array, from: number, to: number): number {
    const hash = hashOf(text, from, to)
    const slots = this.#slots
    const mask = slots.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const held = (slots[slot] ?? 0) - 1
      if (held < 0) return this.#add(text, slot, [from, to, hash])
      if (this.#places[held * 3 + 2] === hash && this.#holds(held, text, { from, to })) return held
    }
  }

  #holds(
    number: number,
    text: Uint8Array,
    { from, to }: { readonly from: number; readonly to: number },
  ): boolean {
    const start = this.#places[number * 3] ?? 0
    if ((this.#places[number * 3 + 1] ?? 0) - start !== to - from) return false
    const known = this.#texts[number] ?? text
    for (let index = 0; index < to - from; index += 1)
      if (known[start + index] !== text[from + index]) return false
    return true
  }

  #add(text: Uint8Array, slot: number, place: readonly [number, number, number]): number {
    const number = this.#count
    this.#count += 1
    this.#texts.push(text)
    this.#slots[slot] = number + 1
    this.#places.set(place, number * 3)
    if (this.#count * 2 > this.#slots.length) this.#enlarge()
    return number
  }

  #enlarge(): void {
    const places = new Int32Array(this.#places.length * 2)
    places.set(this.#places)
    this.#places = places
    const slots = new Int32Array(this.#slots.length * 2)
    for (let number = 0; number < this.#count; number += 1) {
      let slot = (places[number * 3 + 2] ?? 0) & (slots.length - 1)
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
      slots[slot] = number + 1
    }
    this.#slots = slots
  }
}

/** Four bytes a step: a multiplication a byte would cost more than reading the file. */
function hashOf(text: Uint8Array, from: number, to: number): number {
  let hash = to - from
  let at = from
  for (; at + 4 <= to; at += 4) {
    const word =
      (text[at] ?? 0) | ((text[at + 1] ?? 0) << 8) | ((text[at + 2] ?? 0) << 16) | ((text[at + 3] ?? 0) << 24)
    hash = Math.imul(hash ^ word, 0x01000193)
    hash ^= hash >>> 15
  }
  for (; at < to; at += 1) hash = Math.imul(hash ^ (text[at] ?? 0), 0x01000193)
  return hash ^ (hash >>> 15)
}

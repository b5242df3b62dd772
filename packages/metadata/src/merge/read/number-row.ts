/** Whole numbers in a row that makes room for more: a list of them would be copied, and collected, several times. */
export class NumberRow {
  #numbers: Int32Array
  #length = 0

  /** With room for so many numbers. */
  constructor(count: number) {
    this.#numbers = new Int32Array(Math.max(count, 16))
  }

  get length(): number {
    return this.#length
  }

  /** A number by its place; -1 where there is none. */
  at(place: number): number {
    return place < this.#length ? (this.#numbers[place] ?? -1) : -1
  }

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      const larger = new Int32Array(this.#length * 2)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    this.#numbers[this.#length] = number
    this.#length += 1
  }

  /** Puts a number in the place of another one. */
  set(place: number, number: number): void {
    this.#numbers[place] = number
  }

  /** Forgets the numbers, and keeps the room. */
  clear(): void {
    this.#length = 0
  }

  /** The numbers so far. */
  get all(): Int32Array {
    return this.#numbers.subarray(0, this.#length)
  }
}

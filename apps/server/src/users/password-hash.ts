import { hash, verify } from '@node-rs/argon2'
import type { PasswordHasher } from '../context.ts'
import { AppError } from '../platform/app-error.ts'

/** What one hash costs: memory in KiB and passes over it. */
export interface PasswordCost {
  memoryCost: number
  timeCost: number
}

/** Argon2id, 19 MiB and two passes (OWASP). Each takes a thread of libuv, which files and DNS share. */
const recommendedCost: PasswordCost = { memoryCost: 19_456, timeCost: 2 }
const atATime = 4
const waitingAtMost = 16

let running = 0
const waiting: (() => void)[] = []

async function limited<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atATime) {
    if (waiting.length >= waitingAtMost) throw new AppError('tooManyRequests')
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

const matches = async (passwordHash: string, password: string) =>
  limited(async () => verify(passwordHash, password))

/** Only tests pass a cost: no setting of the server reaches it. */
export function createPasswordHasher(cost = recommendedCost): PasswordHasher {
  let dummy: Promise<string> | undefined
  const hashPassword = async (password: string) =>
    limited(async () => hash(password, { ...cost, parallelism: 1 }))
  return {
    hash: hashPassword,
    matches,
    async pretendToCompare(password) {
      dummy ??= hashPassword('nobody has this password').catch((error: unknown) => {
        // Refused because too many wait: the next call tries again.
        dummy = undefined
        throw error
      })
      await matches(await dummy, password)
    },
  }
}

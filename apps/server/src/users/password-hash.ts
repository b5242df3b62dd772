import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../platform/app-error.ts'

/** Argon2id, 19 MiB and two passes (OWASP). Each takes a thread of libuv, which files and DNS share. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
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

export const hashPassword = async (password: string): Promise<string> =>
  limited(async () => hash(password, cost))

export const passwordMatches = async (passwordHash: string, password: string): Promise<boolean> =>
  limited(async () => verify(passwordHash, password))

let dummy: Promise<string> | undefined

/** Takes as long as a real comparison, so that the time of an answer tells nothing about who has an account. */
export async function pretendToCompare(password: string): Promise<void> {
  dummy ??= hashPassword('nobody has this password')
  await passwordMatches(await dummy, password)
}

export const templateDatabase = 'sluice_template'

/** The role of the server is one for all databases of the run, so its password is too. */
export const testAppPassword = 'password-of-the-tests'

export const testMasterKey = Buffer.from(Array.from({ length: 32 }, (_, i) => (i * 37 + 11) % 256))

/** As cheap as Argon2 allows: tests sign in often, and what a guess costs is not what they are about. */
export const testPasswordCost = { memoryCost: 8, timeCost: 1 }

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

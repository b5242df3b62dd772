import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'

/** An RSA key in PEM form; line ends may be written as \n. */
export const rsaPrivateKey = z
  .string()
  .transform((pem) => pem.replaceAll(String.raw`\n`, '\n'))
  .refine((pem) => {
    try {
      return createPrivateKey(pem).asymmetricKeyType === 'rsa'
    } catch {
      return false
    }
  }, 'must be an RSA private key in PEM form')

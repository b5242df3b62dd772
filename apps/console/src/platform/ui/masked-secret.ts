/** Stands for a secret that is set and never shown. */
export const maskedSecret = '*'.repeat(16)

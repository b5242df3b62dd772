/** Canonical XML with `<x></x>` written as `<x/>`, for comparing only. */
export function withOneEmptyForm(canonical: string): string {
  return canonical.replace(/><\/[^>]+>/gu, '/>')
}

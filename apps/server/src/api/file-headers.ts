import type { FileAnswer } from '../operations/operation.ts'

/** A download is saved, never shown: whatever it holds must not run with the product's origin. */
export function fileHeaders(file: FileAnswer): Record<string, string> {
  const plain = file.fileName.replaceAll(/[^\w. -]/g, '_')
  const encoded = encodeURIComponent(file.fileName).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return {
    'content-type': file.contentType,
    'content-length': String(file.sizeBytes),
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  }
}

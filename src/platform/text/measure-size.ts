const MEGABYTE = 1_000_000;
const GIGABYTE = 1_000_000_000;

/** A file's size as it is read: megabytes, or gigabytes from 1000 MB, and the digits after the point. */
export function measureSize(bytes: number): { unit: 'mb' | 'gb'; amount: number; digits: number } {
  if (bytes >= GIGABYTE) return { unit: 'gb', amount: bytes / GIGABYTE, digits: 1 };
  return { unit: 'mb', amount: bytes / MEGABYTE, digits: bytes < 10 * MEGABYTE ? 1 : 0 };
}

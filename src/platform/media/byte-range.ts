export interface ByteRange {
  offset: number;
  length: number;
}

/** A single range; null (the whole file) for none, several, another unit or nonsense (RFC 9110, 14.2). */
export function parseRange(header: string | null, size: number): ByteRange | null | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (!match || (from === '' && to === '')) return null;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'unsatisfiable' : { offset: size - length, length };
  }
  const offset = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < offset) return null;
  return offset >= size ? 'unsatisfiable' : { offset, length: last - offset + 1 };
}

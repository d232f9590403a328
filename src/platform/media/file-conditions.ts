import { parseRange, type ByteRange } from './byte-range.ts';

export interface FileVersion {
  /** Strong, with its quotation marks. */
  httpEtag: string;
  uploaded: Date;
  /** Bytes. */
  size: number;
}

export type FileDecision = ByteRange | 'whole' | 'not_modified' | 'precondition_failed' | 'range_not_satisfiable';

/** The conditions in the order of RFC 9110, 13.2.2. HEAD ignores Range (14.2). */
export function decideFile({ method, headers }: Request, file: FileVersion): FileDecision {
  if (isChanged(headers, file)) return 'precondition_failed';
  if (isUnchanged(headers, file)) return 'not_modified';
  if (method === 'HEAD' || !isRangeMeant(headers, file)) return 'whole';
  const range = parseRange(headers.get('range'), file.size);
  if (range === 'unsatisfiable') return 'range_not_satisfiable';
  return range ?? 'whole';
}

/** Strong comparison: a weak tag never matches (13.1.1). */
function isChanged(headers: Headers, file: FileVersion): boolean {
  const tags = headers.get('if-match');
  if (tags !== null) return !listTags(tags).some((tag) => tag === '*' || tag === file.httpEtag);
  return isAfter(file.uploaded, headers.get('if-unmodified-since')) === true;
}

/** Weak comparison (13.1.2). */
function isUnchanged(headers: Headers, file: FileVersion): boolean {
  const tags = headers.get('if-none-match');
  if (tags === null) return isAfter(file.uploaded, headers.get('if-modified-since')) === false;
  return listTags(tags).some((tag) => tag === '*' || tag.replace(/^W\//, '') === file.httpEtag);
}

/** If-Range with another tag or date asks for the whole (13.1.5). */
function isRangeMeant(headers: Headers, file: FileVersion): boolean {
  const condition = headers.get('if-range');
  return condition === null || condition === file.httpEtag || condition === file.uploaded.toUTCString();
}

function listTags(header: string): string[] {
  return header.split(',').map((tag) => tag.trim());
}

/** To the second, as dates of HTTP are. Null for no date: such a condition is ignored. */
function isAfter(uploaded: Date, header: string | null): boolean | null {
  const limit = Date.parse(header ?? '');
  return Number.isNaN(limit) ? null : Math.floor(uploaded.getTime() / 1000) > Math.floor(limit / 1000);
}

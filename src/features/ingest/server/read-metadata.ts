import * as v from 'valibot';
import { buildTextInput } from '../../../platform/http/calls/reason.ts';
import { LANGUAGE, TEXT_KINDS, UPLOAD_KINDS } from '../upload-rules.ts';

const MAX_NAME_CHARS = 200;

const metadata = v.object({
  title: v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/), v.transform(Number)),
  kind: v.picklist(UPLOAD_KINDS),
  language: v.optional(v.pipe(v.string(), v.regex(LANGUAGE))),
  text_kind: v.optional(v.picklist(TEXT_KINDS)),
  /** A text alone: it names no path. A longer one is cut. */
  filename: v.pipe(
    v.optional(v.string(), ''),
    v.transform((name) => Array.from(name.toWellFormed()).slice(0, MAX_NAME_CHARS).join('')),
    buildTextInput(0, 2 * MAX_NAME_CHARS),
  ),
});
export type UploadMetadata = v.InferOutput<typeof metadata>;

/** `Upload-Metadata` of tus: names and base64 of UTF-8, by commas. Null where it is not ours. */
export function readMetadata(header: string | null): UploadMetadata | null {
  const values = new Map<string, string>();
  for (const pair of (header ?? '').split(',')) {
    const [name = '', encoded = '', ...more] = pair.trim().split(' ');
    const value = decode(encoded);
    if (more.length > 0 || value === null || values.has(name)) return null;
    values.set(name, value);
  }
  const result = v.safeParse(metadata, Object.fromEntries(values));
  if (!result.success) return null;
  const { kind, language, text_kind: textKind } = result.output;
  if (kind === 'subtitle') return language === undefined ? null : result.output;
  return language === undefined && textKind === undefined ? result.output : null;
}

function decode(text: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)));
  } catch {
    return null;
  }
}

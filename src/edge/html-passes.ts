import { sendAboveFirst } from './above-the-fold.ts';
import { splitAtFold } from './critical-css.ts';
import { allowStyle, findInlineElements, isData, isOfBuild, listPolicyTexts, pruneCspHashes } from './csp-hashes.ts';
import { chooseKeptParts, encodePage, linkKeptParts, PARTS_HEADER } from './kept-parts.ts';
import { holdBytes } from './held-body.ts';
import { joinBytes } from '../platform/join-bytes.ts';
import { markStart, visitorMarks } from './visitor-marks.ts';

const POLICY = 'content-security-policy';
export const FOLD_HEADER = 'x-fold-bytes';

/** The passes over a shared page, once per render. A personal page streams, and gets the visitor's marks alone. */
export async function finishRender(pieces: readonly string[], headers: Headers): Promise<Uint8Array<ArrayBuffer>> {
  const policy = headers.get(POLICY);
  const page = await splitAtFold(pieces, (css) => isOfBuild(policy, css));
  const { above, style, late, below } = page;
  const elements = findInlineElements(below);
  if (policy !== null) {
    const texts = [...listPolicyTexts([...findInlineElements(above), ...elements]), ...(late ? [late.css] : [])];
    const pruned = await pruneCspHashes(policy, texts);
    headers.set(POLICY, style === null ? pruned : await allowStyle(pruned, style));
  }
  const scripts = elements.filter(({ tag }) => tag === '<script>' || isData(tag));
  const isKnown = await Promise.all(
    scripts.map(async ({ tag, text }) => isData(tag) || (await isOfBuild(policy, text))),
  );
  const { body, bytesAboveFold, parts } = await encodePage(
    page,
    scripts.filter((_, index) => isKnown[index]),
  );
  headers.set(FOLD_HEADER, String(bytesAboveFold));
  headers.set(PARTS_HEADER, parts);
  return body;
}

/** The passes over a shared page, once per answer. The marks come last, since they add bytes. */
export function sendPage(
  page: Uint8Array<ArrayBuffer>,
  request: Request,
  { bytesAboveFold, parts }: { bytesAboveFold: number; parts: string | null },
): ReadableStream<Uint8Array> {
  const [first = page, ...others] = linkKeptParts(page, chooseKeptParts(parts, request).parts);
  const above = markStart(first.subarray(0, bytesAboveFold || undefined), visitorMarks(request).attributes);
  const below = bytesAboveFold === 0 ? others : [first.subarray(bytesAboveFold), ...others];
  const body = sendAboveFirst(above, below.length === 1 && below[0] ? below[0] : joinBytes(below));
  return holdBytes(body, () => (above.length === 1 && others.length === 0 ? page : joinBytes([...above, ...below])));
}

import { readTag } from './s3-list.ts';
import { readText, S3Error, type S3Limits, type S3Sender } from './s3-request.ts';

/** A larger file goes in parts: a PUT of S3 ends at 5 GiB, and a line that breaks costs one part. */
export const PART_BYTES = 32 * 2 ** 20;
const ANSWER_BYTES = 65_536;
/** A server may copy all parts before it answers. */
const COMPLETE_WITHIN_MS = 120_000;

/** "CreateMultipartUpload", "UploadPart", "CompleteMultipartUpload"; where it fails, "AbortMultipartUpload". */
export async function putInParts(
  send: S3Sender,
  { path, type, file }: { path: string; type: string; file: Blob },
  limits: S3Limits,
): Promise<void> {
  const begun = await send({ method: 'POST', path, query: { uploads: '' }, headers: { 'content-type': type } });
  const uploadId = readTag(await readText(begun, ANSWER_BYTES, limits.idle), 'UploadId');
  if (uploadId === '') throw new S3Error('an upload without its name');
  try {
    const tags: string[] = [];
    for (let from = 0; from < file.size; from += PART_BYTES) {
      const body = new Uint8Array(await file.slice(from, from + PART_BYTES).arrayBuffer());
      const query = { partNumber: String(tags.length + 1), uploadId };
      const answer = await send({ method: 'PUT', path, query, body });
      answer.resume();
      tags.push(answer.headers.etag ?? '');
    }
    await complete(send, { path, uploadId, tags }, limits);
  } catch (error) {
    await send({ method: 'DELETE', path, query: { uploadId } }).then(
      (answer) => answer.resume(),
      () => undefined,
    );
    throw error;
  }
}

async function complete(
  send: S3Sender,
  { path, uploadId, tags }: { path: string; uploadId: string; tags: readonly string[] },
  limits: S3Limits,
): Promise<void> {
  const parts = tags.map((tag, at) => `<Part><PartNumber>${String(at + 1)}</PartNumber><ETag>${tag}</ETag></Part>`);
  const body = new TextEncoder().encode(
    `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`,
  );
  const answer = await send({
    ...{ method: 'POST', path, query: { uploadId }, body },
    answerWithin: COMPLETE_WITHIN_MS,
  });
  // A failure may have status 200.
  const text = await readText(answer, ANSWER_BYTES, limits.idle);
  if (text.includes('<Error>')) throw new S3Error(`200 ${readTag(text, 'Code')}`);
}

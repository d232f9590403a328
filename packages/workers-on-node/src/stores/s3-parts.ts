import { readTag } from './s3-list.ts';
import { readText, S3Error, type S3Limits, type S3Sender } from './s3-request.ts';

/** A larger file goes in parts: a PUT of S3 ends at 5 GiB, and a line that breaks costs one part. */
export const PART_BYTES = 32 * 2 ** 20;
const ANSWER_BYTES = 65_536;
/** A server may copy all parts before it answers. */
const COMPLETE_WITHIN_MS = 120_000;

export interface S3Parts {
  uploadId: string;
  /** The part's tag. */
  put: (partNumber: number, body: Uint8Array) => Promise<string>;
  complete: (parts: readonly { partNumber: number; etag: string }[]) => Promise<void>;
  abort: () => Promise<void>;
}

/** "CreateMultipartUpload". */
export async function beginParts(
  send: S3Sender,
  { path, type }: { path: string; type: string },
  limits: S3Limits,
): Promise<S3Parts> {
  const begun = await send({ method: 'POST', path, query: { uploads: '' }, headers: { 'content-type': type } });
  const uploadId = readTag(await readText(begun, ANSWER_BYTES, limits.idle), 'UploadId');
  if (uploadId === '') throw new S3Error('an upload without its name');
  return resumeParts(send, { path, uploadId }, limits);
}

/** "UploadPart", "CompleteMultipartUpload", "AbortMultipartUpload". */
export function resumeParts(
  send: S3Sender,
  { path, uploadId }: { path: string; uploadId: string },
  limits: S3Limits,
): S3Parts {
  return {
    uploadId,
    put: async (partNumber, body) => {
      const answer = await send({ method: 'PUT', path, query: { partNumber: String(partNumber), uploadId }, body });
      answer.resume();
      return answer.headers.etag ?? '';
    },
    complete: async (parts) => {
      const list = parts.map(
        ({ partNumber, etag }) => `<Part><PartNumber>${String(partNumber)}</PartNumber><ETag>${etag}</ETag></Part>`,
      );
      const body = new TextEncoder().encode(
        `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${list.join('')}</CompleteMultipartUpload>`,
      );
      const answer = await send({
        ...{ method: 'POST', path, query: { uploadId }, body },
        answerWithin: COMPLETE_WITHIN_MS,
      });
      // A failure may have status 200.
      const text = await readText(answer, ANSWER_BYTES, limits.idle);
      if (text.includes('<Error>')) throw new S3Error(`200 ${readTag(text, 'Code')}`);
    },
    abort: async () => {
      (await send({ method: 'DELETE', path, query: { uploadId } }, [404])).resume();
    },
  };
}

/** A whole file in parts; where it fails, none is left. */
export async function putInParts(
  send: S3Sender,
  { path, type, file }: { path: string; type: string; file: Blob },
  limits: S3Limits,
): Promise<void> {
  const upload = await beginParts(send, { path, type }, limits);
  try {
    const parts: { partNumber: number; etag: string }[] = [];
    for (let from = 0; from < file.size; from += PART_BYTES) {
      const body = new Uint8Array(await file.slice(from, from + PART_BYTES).arrayBuffer());
      const partNumber = parts.length + 1;
      parts.push({ partNumber, etag: await upload.put(partNumber, body) });
    }
    await upload.complete(parts);
  } catch (error) {
    await upload.abort().catch(() => undefined);
    throw error;
  }
}

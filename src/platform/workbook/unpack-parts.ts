import { Unzip, UnzipInflate, type UnzipFile } from 'fflate';
import { WorkbookError } from './workbook-error.ts';

/** Of all parts that are read. A zip file of 16 MB may say that it has less, and unpack to 16 GB. */
const MAX_UNPACKED_BYTES = 100_000_000;
const READ_PARTS = /^xl\/(?:[^/]+\.xml|_rels\/workbook\.xml\.rels|worksheets\/[^/]+\.xml)$/i;
const PIECE_BYTES = 16_384;
const PIECES_A_PAUSE = 16;

/** The XML parts of a workbook by their names in small letters. Throws a WorkbookError. */
export async function unpackParts(bytes: Uint8Array): Promise<Map<string, string>> {
  const parts = new Map<string, string>();
  let openParts = 0;
  let size = 0;
  const unzip = new Unzip((file: UnzipFile) => {
    if (!READ_PARTS.test(file.name)) return;
    openParts += 1;
    const decoder = new TextDecoder();
    let text = '';
    file.ondata = (error, data, isLast) => {
      if (error !== null) throw error;
      size += data.length;
      if (size > MAX_UNPACKED_BYTES) throw new WorkbookError('large');
      text += decoder.decode(data, { stream: !isLast });
      if (!isLast) return;
      openParts -= 1;
      parts.set(file.name.toLowerCase(), text);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    await pushPieces(unzip, bytes);
  } catch (error) {
    throw error instanceof WorkbookError ? error : new WorkbookError('damaged', error);
  }
  if (openParts > 0) throw new WorkbookError('damaged');
  return parts;
}

async function pushPieces(unzip: Unzip, bytes: Uint8Array): Promise<void> {
  for (let at = 0, pieces = 1; at < bytes.length; at += PIECE_BYTES, pieces += 1) {
    unzip.push(bytes.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= bytes.length);
    if (pieces % PIECES_A_PAUSE === 0) await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

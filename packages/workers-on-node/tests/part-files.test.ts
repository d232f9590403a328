import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMediaFiles } from '../src/stores/media-files.ts';

const MIN_PART = 5 * 2 ** 20;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'part-files-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const fill = (bytes: number, value: number) => new Uint8Array(bytes).fill(value);
const read = async (bucket: R2Bucket, key: string) => {
  const object = await bucket.get(key);
  return object && new Uint8Array(await object.arrayBuffer());
};
const listInside = () => readdirSync(join(folder, '.parts'));

test('an upload in parts is a file at its end, in any order, and over a restart', async () => {
  const bucket = createMediaFiles(folder);
  const begun = await bucket.createMultipartUpload('originals/a');
  const second = await begun.uploadPart(2, fill(MIN_PART, 2));
  await begun.uploadPart(1, fill(MIN_PART, 9));
  const after = createMediaFiles(folder);
  expect(await after.head('originals/a')).toBeNull();
  expect((await after.list()).objects).toEqual([]);
  const upload = after.resumeMultipartUpload('originals/a', begun.uploadId);
  const [first, third] = [await upload.uploadPart(1, fill(MIN_PART, 1)), await upload.uploadPart(3, fill(7, 3))];
  const object = await upload.complete([first, second, third]);
  expect(object.size).toBe(2 * MIN_PART + 7);
  const bytes = await new Blob([fill(MIN_PART, 1), fill(MIN_PART, 2), fill(7, 3)]).bytes();
  const hash = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
  expect(hash((await read(after, 'originals/a')) ?? new Uint8Array())).toBe(hash(bytes));
  expect(listInside()).toEqual([]);
  await expect(upload.uploadPart(1, 'x')).rejects.toThrow('10024');
});

test('parts of several sizes, a part of before, and another key are refused, and nothing is there', async () => {
  const bucket = createMediaFiles(folder);
  const upload = await bucket.createMultipartUpload('originals/b');
  const first = await upload.uploadPart(1, fill(MIN_PART, 1));
  const longer = await upload.uploadPart(2, fill(MIN_PART + 1, 2));
  const last = await upload.uploadPart(3, fill(1, 3));
  await expect(upload.complete([first, longer, last])).rejects.toThrow('10011');
  await expect(upload.complete([last, first])).rejects.toThrow('10011');
  await expect(upload.complete([])).rejects.toThrow('10011');
  await expect(upload.complete([{ ...first, etag: 'x' }])).rejects.toThrow('10025');
  await upload.uploadPart(1, fill(MIN_PART + 1, 4));
  await expect(upload.complete([first, longer])).rejects.toThrow('10025');
  const other = bucket.resumeMultipartUpload('originals/c', upload.uploadId);
  await expect(other.uploadPart(1, 'x')).rejects.toThrow('10024');
  const stranger = bucket.resumeMultipartUpload('originals/b', '../../outside');
  await expect(stranger.uploadPart(1, 'x')).rejects.toThrow('10024');
  for (const number of [0, 1.5, 10_001]) await expect(upload.uploadPart(number, 'x')).rejects.toThrow('between 1 and');
  await expect(bucket.createMultipartUpload('../b')).rejects.toThrow('no path');
  expect(await bucket.head('originals/b')).toBeNull();
  await stranger.abort();
  expect(listInside()).toEqual([upload.uploadId]);
  await upload.abort();
  await upload.abort();
  expect(listInside()).toEqual([]);
});

test('a part that two requests store at once is joined by the tag of either', async () => {
  const bucket = createMediaFiles(folder);
  const upload = await bucket.createMultipartUpload('originals/e');
  const [one, other] = await Promise.all([upload.uploadPart(1, 'whole'), upload.uploadPart(1, 'whole')]);
  const late = await upload.uploadPart(1, 'whole');
  expect([other.etag, late.etag]).toEqual([one.etag, one.etag]);
  expect((await upload.complete([one])).size).toBe('whole'.length);
});

test('a part whose body breaks leaves nothing, and the part of before stays', async () => {
  const bucket = createMediaFiles(folder);
  const upload = await bucket.createMultipartUpload('d');
  const part = await upload.uploadPart(1, 'whole');
  const broken = new ReadableStream({
    start: (controller) => {
      controller.enqueue(fill(5, 1));
      controller.error(new Error('cut'));
    },
  });
  await expect(upload.uploadPart(1, broken)).rejects.toThrow('cut');
  const files = readdirSync(join(folder, '.parts', upload.uploadId)).sort();
  expect(files).toEqual(['1', `1-${part.etag}`, 'key']);
  await upload.complete([part]);
  expect(await (await bucket.get('d'))?.text()).toBe('whole');
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { openState } from '../../../tools/lib/open-state.ts';

let state: Awaited<ReturnType<typeof openState>>;
beforeAll(async () => {
  state = await openState(null);
});
afterAll(() => state.dispose());

const OBJECTS = [
  { key: 'art/یک.png', bytes: Uint8Array.of(0, 255, 128) },
  { key: 'video/empty', bytes: new Uint8Array() },
  { key: 'video/large', bytes: new Uint8Array(6 * 2 ** 20).fill(7) },
  { key: 'video/part', bytes: new Uint8Array([9, 1, 2, 3, 9]).subarray(1, 4) },
];

it('stores in one exchange the objects, sizes and tags that R2’s binding stores one by one', async () => {
  const { MEDIA } = state.env;
  const read = async () => {
    const { objects } = await MEDIA.list({ include: ['httpMetadata', 'customMetadata'] });
    const bodies = objects.map(async ({ key }) => new Uint8Array(await (await MEDIA.get(key))!.arrayBuffer()));
    const facts = objects.map(({ key, size, etag, checksums, httpMetadata, customMetadata }) => {
      return { key, size, etag, checksums: checksums.toJSON(), httpMetadata, customMetadata };
    });
    return { facts, bodies: await Promise.all(bodies) };
  };
  for (const { key, bytes } of OBJECTS) await MEDIA.put(key, bytes);
  const expected = await read();
  expect(expected.facts.map(({ size }) => size)).toEqual([3, 0, 6 * 2 ** 20, 3]);
  await MEDIA.delete(OBJECTS.map(({ key }) => key));
  await state.putMany(OBJECTS);
  expect(await read()).toEqual(expected);
});

it('says that an object was not stored', async () => {
  await expect(state.putMany([{ key: 'x'.repeat(1025), bytes: Uint8Array.of(1) }])).rejects.toThrow('not stored');
});

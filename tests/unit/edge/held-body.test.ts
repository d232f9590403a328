import { createHash } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { digestHeld, getHeldBytes, getHeldText, holdBytes, holdText, holdWhole } from '../../../src/edge/held-body.ts';

const PIECES = ['<p>فیلم', '<style>a{}</style>', ''];

it('a held text reads as its bytes, and is encoded for a reader alone', async () => {
  const encode = vi.spyOn(TextEncoder.prototype, 'encode');
  const answer = new Response(holdText(PIECES), { headers: { 'content-type': 'text/html' } });
  expect(getHeldText(answer)).toEqual(PIECES);
  await new Promise(setImmediate);
  expect(encode).not.toHaveBeenCalled();
  expect(await answer.text()).toBe(PIECES.join(''));
  encode.mockRestore();
});

it('is forgotten with its body, and not found for any other', () => {
  expect(getHeldText(new Response(PIECES.join('')))).toBeNull();
  expect(getHeldText(new Response(null))).toBeNull();
});

it('bytes are found until their body is read, with a hash that is made once', async () => {
  const bytes = new TextEncoder().encode('<p>فیلم');
  const answer = new Response(holdBytes(new Blob([bytes]).stream(), () => bytes));
  expect(getHeldBytes(new Response(answer.body, answer))).toBe(bytes);
  const digest = digestHeld(bytes);
  expect(digest.toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(digestHeld(bytes)).toBe(digest);
  expect(await answer.text()).toBe('<p>فیلم');
  expect(getHeldBytes(answer)).toBeNull();
});

it('a whole body is its bytes, not a copy, and reads as them', async () => {
  const bytes = new TextEncoder().encode('<p>فیلم');
  const answer = new Response(holdWhole(bytes), { status: 404 });
  expect(getHeldBytes(answer)).toBe(bytes);
  expect(await answer.text()).toBe('<p>فیلم');
  expect(getHeldBytes(answer)).toBeNull();
});

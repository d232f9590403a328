import { createHash } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import * as heldBody from '../../../src/edge/held-body.ts';

const { getHeldText, holdText } = heldBody;
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

/** The Node host runs beside the build, which has the module a second time. */
it('bytes are found by a second copy of the module, with the hash that the first one made', async () => {
  const path = '../../../src/edge/held-body.ts?copy';
  const copy = (await import(path)) as typeof heldBody;
  expect(copy.getHeldBytes).not.toBe(heldBody.getHeldBytes);
  const bytes = new TextEncoder().encode('<p>فیلم');
  const answer = new Response(heldBody.holdBytes(new Blob([bytes]).stream(), () => bytes));
  expect(copy.getHeldBytes(new Response(answer.body, answer))).toBe(bytes);
  const digest = heldBody.digestHeld(bytes);
  expect(digest.toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(copy.digestHeld(bytes)).toBe(digest);
  expect(copy.getHeldText(new Response(heldBody.holdText(PIECES)))).toEqual(PIECES);
  expect(await answer.text()).toBe('<p>فیلم');
  expect(copy.getHeldBytes(answer)).toBeNull();
});

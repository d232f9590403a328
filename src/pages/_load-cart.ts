import type { APIContext } from 'astro';
import { getCart, getGhostCart, type Cart } from '../contract/cart.ts';
import type { TitleKind } from '../domain/kinds.ts';

/** What this visitor may do with a title, asked for as themselves or as a guest (spec 7.20, 7.21); null on failure. */
export async function cartOfTitle(
  { locals }: Pick<APIContext, 'locals'>,
  { kind, id }: { kind: TitleKind; id: number },
): Promise<Cart | null> {
  const answer = await locals.api(locals.signedIn ? getCart : getGhostCart, { id, type: kind });
  return answer.ok ? answer.value.data.data : null;
}

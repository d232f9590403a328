import { afterEach, expect, it, vi } from 'vitest';
import type { PlayState } from '../../../src/features/entitlement/entitlement.ts';
import { nameMemberActs } from '../../../src/features/home/client/hero-acts.ts';

const member = vi.hoisted(() => ({ subscription: 0, operator_fullrate: 0 }));
const states = vi.hoisted(() => new Map<number, PlayState>());
vi.mock('../../../src/platform/client/session.ts', () => ({ hasSession: () => true }));
vi.mock('../../../src/features/accounts/client/auth.ts', () => ({ loadUser: async () => ({ user: member }) }));
vi.mock('../../../src/platform/client/island-api.ts', () => ({
  api: async (_: unknown, { id }: { id: number }) =>
    states.has(id) ? { ok: true, value: { data: { state: states.get(id) } } } : { ok: false },
}));
afterEach(() => {
  vi.unstubAllGlobals();
  states.clear();
});

/** The act of a slide: `modal` and its title as home sends them. */
function addAct(dataset: Record<string, string>) {
  const label = { className: 'when-signed-in', textContent: 'Play', remove: () => undefined };
  return {
    ...{ dataset, href: '', textContent: '' },
    querySelector: () => (dataset['modal'] === 'player' ? label : null),
    querySelectorAll: () => [label],
  };
}
const play = (id: number) => addAct({ modal: 'player', modalKind: 'movie', modalId: String(id) });
const sale = (id: number) => addAct({ modal: 'content', modalContentType: 'movie', modalContentId: String(id) });

async function fill(acts: ReturnType<typeof addAct>[], dataset: object = {}): Promise<(string | undefined)[]> {
  vi.stubGlobal('document', { documentElement: { dataset }, querySelectorAll: () => acts });
  await nameMemberActs();
  return acts.map((act) => act.dataset['modal']);
}

it('a member without a plan plays what is owned, and is led to the plans of the rest', async () => {
  states.set(1, 'owned').set(2, 'needs_subscription').set(3, 'owned').set(4, 'needs_purchase');
  const acts = [play(1), play(2), sale(3), sale(4), play(5)];
  expect(await fill(acts)).toEqual(['player', 'plans', 'player', 'content', 'plans']);
  expect(acts[2]).toMatchObject({ href: expect.stringMatching(/\/movie\/3/) as string });
});

it('a subscriber plays each film of the subscription, and what was bought beside it', async () => {
  states.set(2, 'owned');
  expect(await fill([play(1), sale(2), sale(3)], { contentSubscription: '' })).toEqual(['player', 'player', 'content']);
});

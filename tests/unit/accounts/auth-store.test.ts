import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** The store as a page of its own has it: the browser's globals first, then the module. */
async function openStore({ cookie, ...dataset }: { subscription?: string; cookie: string }) {
  vi.resetModules();
  const urls: string[] = [];
  vi.stubGlobal('document', {
    cookie,
    documentElement: { lang: 'fa', dataset, toggleAttribute: vi.fn() },
  });
  vi.stubGlobal('location', { reload: vi.fn() });
  vi.stubGlobal('fetch', (url: string) => {
    urls.push(url);
    const user = { ...RECORD, subscription: 0 };
    return Promise.resolve(Response.json({ user }));
  });
  const { loadUser } = await import('../../../src/features/accounts/client/auth.ts');
  return { load: loadUser, urls };
}
const RECORD = {
  operator_fullrate: 0,
  days_period_to_end: null,
  mobile: null,
  show_app: 1,
  ref: 4,
  samandehi_id: null,
  samandehi_p: null,
};

beforeEach(() => {
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('who is here (spec 4.25, 4.26)', () => {
  it('is a subscribed guest without any call where igapp gives the subscription', async () => {
    const { load, urls } = await openStore({ subscription: 'given', cookie: '' });
    expect(await load()).toMatchObject({ state: 'ready', signedIn: false, user: { subscription: 1, ref: 4 } });
    await load();
    expect(urls).toEqual([]);
  });

  it('is asked of the ghost endpoint where the variant gives nothing', async () => {
    const { load, urls } = await openStore({ cookie: '' });
    expect(await load()).toMatchObject({ state: 'ready', user: { subscription: 0 } });
    expect(urls).toEqual(['/api/v1/ghost/get/check']);
  });

  it('asks for a signed-in user, whose subscription the variant gives all the same', async () => {
    const store = await openStore({ subscription: 'given', cookie: 'signed_in=1' });
    expect(await store.load()).toMatchObject({ signedIn: true, user: { subscription: 1 } });
    expect(store.urls).toEqual(['/api/v1/get/user?ref=4']);
    const restricted = await openStore({ cookie: 'signed_in=1' });
    expect(await restricted.load()).toMatchObject({ user: { subscription: 0 } });
  });
});

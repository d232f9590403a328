import { beforeEach, describe, expect, it, vi } from 'vitest';
import intent, { isPlain, mayReload, parseIntent, type Intent } from '../../../src/platform/client/intent.ts';
import { getModalHash, parseModalHash } from '../../../src/shell/modals/modal-hash.ts';
import { parseModalDataset } from '../../../src/platform/client/modal.ts';

describe('parseIntent', () => {
  it('reads the bare, the selector and the object form', () => {
    expect(parseIntent(true).on).toBe('');
    expect(parseIntent('[data-modal]')).toEqual({ on: '[data-modal]' });
    expect(parseIntent({ on: 'a', hash: ['#b'] })).toEqual({ on: 'a', hash: ['#b'] });
  });
});

describe('isPlain', () => {
  it('refuses other buttons and modifiers', () => {
    expect(isPlain({ button: 0 })).toBe(true);
    for (const event of [{ button: 1 }, { ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }]) {
      expect(isPlain(event)).toBe(false);
    }
  });
});

describe('mayReload (spec 8.12)', () => {
  it('allows one reload in 60 s', () => {
    expect(mayReload(1e12, null)).toBe(true);
    expect(mayReload(1e12, String(1e12 - 59_999))).toBe(false);
    expect(mayReload(1e12, String(1e12 - 60_000))).toBe(true);
  });
});

/** As much of an element as the directive touches: it matches everything, and counts its clicks. */
class FakeElement extends EventTarget {
  ariaBusy: string | null = null;
  clicks = 0;
  native = false;
  closest(selector: string): FakeElement | null {
    return selector === 'a,form' && !this.native ? null : this;
  }
  click(): void {
    this.clicks += 1;
  }
  hasFailed = false;
  toggleAttribute(_name: string, isOn: boolean): void {
    this.hasFailed = isOn;
  }
  fields: { value: string; defaultValue: string }[] = [];
  querySelectorAll(): { value: string; defaultValue: string }[] {
    return this.fields;
  }
}

describe('the directive', () => {
  let page: { hash: string; reload: ReturnType<typeof vi.fn> };
  let fakeDocument: { prerendering: boolean } & EventTarget;
  beforeEach(() => {
    page = { hash: '', reload: vi.fn() };
    fakeDocument = Object.assign(new EventTarget(), { prerendering: false });
    vi.stubGlobal('document', fakeDocument);
    vi.stubGlobal('Element', FakeElement);
    vi.stubGlobal('addEventListener', vi.fn());
    vi.stubGlobal('location', page);
    const entries = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, value: string) => entries.set(key, value),
    });
    vi.stubGlobal('navigator', { onLine: true });
  });

  const wake = (value: true | Intent, fail = false) => {
    const island = new FakeElement();
    const load = vi.fn(() => {
      if (fail) island.dispatchEvent(new Event('astro:hydration-error'));
      return Promise.resolve(() => {
        if (!fail) island.dispatchEvent(new Event('pardeh:awake'));
        return Promise.resolve();
      });
    });
    intent(load, { value }, island as unknown as HTMLElement);
    return { island, load };
  };
  const clickOn = (target: FakeElement) => {
    const click = new Event('click', { cancelable: true });
    target.dispatchEvent(click);
    return click.defaultPrevented;
  };

  it('loads nothing until the first sign of use, and then once', async () => {
    const { island, load } = wake(true);
    await Promise.resolve();
    expect(load).not.toHaveBeenCalled();
    island.dispatchEvent(new Event('pointerover'));
    island.dispatchEvent(new Event('focusin'));
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('holds a click and gives it again once awake; later ones are the island’s', async () => {
    const { island } = wake(true);
    expect(clickOn(island)).toBe(true);
    expect(island.ariaBusy).toBe('true');
    await vi.waitFor(() => {
      expect(island.clicks).toBe(1);
    });
    expect(island.ariaBusy).toBeNull();
    expect(clickOn(island)).toBe(false);
  });

  it('wakes at once where the address has its hash', () => {
    page.hash = '#play';
    expect(wake({ hash: ['#play'] }).load).toHaveBeenCalled();
    expect(wake({ hash: ['#login'] }).load).not.toHaveBeenCalled();
  });

  it('wakes at once where the island asks for it, and marks an island that could not be loaded', async () => {
    const { island, load } = wake({ now: true });
    expect(load).toHaveBeenCalledTimes(1);
    await vi.waitFor(() => {
      expect(clickOn(island)).toBe(false);
    });
    expect(island.hasFailed).toBe(false);
    const broken = wake({ now: true }, true).island;
    await vi.waitFor(() => {
      expect(broken.hasFailed).toBe(true);
    });
    expect(page.reload).toHaveBeenCalledTimes(1);
  });

  it('opens nothing in a page that is rendered ahead before it is shown', () => {
    page.hash = '#play';
    fakeDocument.prerendering = true;
    const { load } = wake({ hash: ['#play'] });
    expect(load).not.toHaveBeenCalled();
    fakeDocument.prerendering = false;
    fakeDocument.dispatchEvent(new Event('prerenderingchange'));
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('lets a link go its native way when loading fails, and tries again later', async () => {
    const { island, load } = wake(true, true);
    island.native = true;
    clickOn(island);
    await vi.waitFor(() => {
      expect(island.clicks).toBe(1);
    });
    expect(page.reload).not.toHaveBeenCalled();
    island.dispatchEvent(new Event('pointerover'));
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('reloads once for a touch without a click, as of a field, and not while something is typed', async () => {
    const field = { value: 'ه', defaultValue: '' };
    const typed = wake(true, true).island;
    typed.fields = [field];
    typed.dispatchEvent(new Event('focusin'));
    const { island } = wake(true, true);
    for (const type of ['pointerdown', 'focusin', 'keydown']) {
      island.dispatchEvent(new Event(type));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(page.reload).toHaveBeenCalledTimes(1);
  });

  it('without storage, reloads a page that was not just reloaded', async () => {
    vi.stubGlobal('sessionStorage', {
      getItem: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
    let type = 'navigate';
    vi.stubGlobal('performance', { getEntriesByType: () => [{ type }] });
    wake(true, true).island.dispatchEvent(new Event('focusin'));
    await vi.waitFor(() => {
      expect(page.reload).toHaveBeenCalledTimes(1);
    });
    type = 'reload';
    wake(true, true).island.dispatchEvent(new Event('focusin'));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(page.reload).toHaveBeenCalledTimes(1);
  });

  it('reloads once for a button that has no native way (spec 8.12), not for a pointer passing by', async () => {
    const { island } = wake(true, true);
    island.dispatchEvent(new Event('pointerover'));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(page.reload).not.toHaveBeenCalled();
    for (let time = 1; time <= 2; time += 1) {
      clickOn(island);
      await vi.waitFor(() => {
        expect(island.clicks).toBe(time);
      });
    }
    expect(page.reload).toHaveBeenCalledTimes(1);
  });
});

describe('what opens a modal', () => {
  it('is read from attributes, and nothing that does not fit', () => {
    expect(parseModalDataset({ modal: 'player', modalKind: 'movie', modalId: '7' })).toEqual({
      name: 'player',
      kind: 'movie',
      id: 7,
    });
    expect(parseModalDataset({ modal: 'plans', modalContentId: '7', modalContentType: 'movie', other: 'x' })).toEqual({
      name: 'plans',
      contentId: 7,
      contentType: 'movie',
    });
    expect(parseModalDataset({ modal: 'player', modalKind: 'song', modalId: '7' })).toBeNull();
    expect(parseModalDataset({ modal: 'credits' })).toBeNull();
    expect(parseModalDataset({ modal: 'credit', modalWallet: '-1' })).toBeNull();
  });
  it('or from the hash and the title of the page', () => {
    expect(parseModalHash('#play', { titleKind: 'movie', titleId: '7' })).toEqual({
      name: 'player',
      kind: 'movie',
      id: 7,
    });
    expect(parseModalHash('#play', {})).toBeNull();
    expect(parseModalHash('#login', {})).toEqual({ name: 'login' });
    for (const name of ['credit', 'direct-debit'] as const) expect(parseModalHash(`#${name}`, {})).toEqual({ name });
    expect(parseModalHash('#pay', { titleKind: 'movie', titleId: '7' })).toEqual({
      name: 'pay',
      itemType: 'movie',
      itemId: 7,
    });
    expect(parseModalHash('#pay', {})).toBeNull();
    expect(parseModalHash('#cast', {})).toBeNull();
  });
  it('and has the hash by which the page opens it again', () => {
    const film = { titleKind: 'movie', titleId: '7' };
    for (const hash of ['#login', '#credit', '#direct-debit', '#plans', '#play', '#content', '#pay']) {
      const modal = parseModalHash(hash, film);
      expect(modal && getModalHash(modal, film)).toBe(hash);
    }
    const hashModal = parseModalHash('#again', { liveId: '401' }, '?from=5');
    expect(hashModal && getModalHash(hashModal, { liveId: '401' }, '?from=5')).toBe('#again');
    expect(getModalHash({ name: 'player', kind: 'movie', id: 8 }, film)).toBeNull();
    expect(getModalHash({ name: 'soon' }, film)).toBeNull();
  });
});

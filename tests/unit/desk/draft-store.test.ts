import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearDrafts, loadDraft, removeDraft, storeDraft } from '../../../src/platform/desk/draft-store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const draft = (owner: string) => ({ owner, key: 'desk-note-1', value: { text: 'نیمه‌کاره' } });
let stored: Record<string, string>;

/** Keys of a real one are its own properties, too. */
function stubStorage(): Record<string, string> {
  const items: Record<string, string> = {};
  const hidden = { enumerable: false };
  Object.defineProperties(items, {
    getItem: { value: (key: string) => items[key] ?? null, ...hidden },
    setItem: { value: (key: string, value: string) => void (items[key] = value), ...hidden },
    removeItem: { value: (key: string) => void Reflect.deleteProperty(items, key), ...hidden },
  });
  vi.stubGlobal('localStorage', items);
  return items;
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  stored = stubStorage();
  stored['theme'] = 'dark';
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('drafts', () => {
  it('are stored when the call returns, each form its own, and only for their writer', () => {
    storeDraft('note:1', draft('Sara'));
    expect(loadDraft('Sara', 'note:1')).toEqual({ ...draft('Sara'), at: 0 });
    expect(loadDraft('Sara', 'note:2')).toBeNull();
    expect(loadDraft('Omid', 'note:1')).toBeNull();
    removeDraft('note:1');
    expect(loadDraft('Sara', 'note:1')).toBeNull();
  });

  it('go with another member’s sign-in, after seven days and by a clock that went back', () => {
    storeDraft('note:1', draft('Sara'));
    storeDraft('note:2', draft('Omid'));
    clearDrafts('Omid');
    expect(Object.keys(stored)).toEqual(['theme', 'desk-draft:note:2']);
    for (const now of [7.1 * DAY_MS, -7.1 * DAY_MS]) {
      vi.setSystemTime(now);
      expect(loadDraft('Omid', 'note:2')).toBeNull();
    }
    clearDrafts('Omid');
    expect(Object.keys(stored)).toEqual(['theme']);
    storeDraft('note:3', draft('Omid'));
    clearDrafts();
    expect(Object.keys(stored)).toEqual(['theme']);
  });

  it.each(['', '{', 'null', '[]', '{"owner":"Sara"}', '{"owner":"Sara","key":1,"value":{},"at":0}'])(
    'of a broken form (%j) are none',
    (text) => {
      stored['desk-draft:note:1'] = text;
      expect(loadDraft('Sara', 'note:1')).toBeNull();
      clearDrafts('Sara');
      expect(Object.keys(stored)).toEqual(['theme']);
    },
  );

  it('are none where the browser stores nothing', () => {
    vi.stubGlobal('localStorage', undefined);
    storeDraft('note:1', draft('Sara'));
    clearDrafts();
    expect(loadDraft('Sara', 'note:1')).toBeNull();
  });
});

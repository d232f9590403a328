import { describe, expect, it } from 'vitest';
import { parseModalDataset, parseModal } from '../../../src/platform/client/modal.ts';

describe('what an element or the history asks to be opened', () => {
  it('is a login with a word before it, a mobile, where to go after, and whether to refresh (spec 2.39)', () => {
    const dataset = {
      modal: 'login',
      modalMessage: 'اول وارد شوید',
      modalMobile: '09121112233',
      modalRedirect: '/plan/2',
    };
    expect(parseModalDataset({ ...dataset, modalRefresh: '' })).toEqual({
      name: 'login',
      message: 'اول وارد شوید',
      mobile: '09121112233',
      redirect: '/plan/2',
      refresh: true,
    });
  });

  it('is the plans for a title (spec 3.04)', () => {
    expect(parseModalDataset({ modal: 'plans', modalContentId: '52', modalContentType: 'movie' })).toEqual({
      name: 'plans',
      contentId: 52,
      contentType: 'movie',
    });
    expect(parseModal({ name: 'plans' })).toEqual({ name: 'plans' });
  });

  it('is nothing where it is no modal of ours', () => {
    for (const none of [null, {}, { name: 'nothing' }, { name: 'content', contentId: 'x', contentType: 'movie' }]) {
      expect(parseModal(none)).toBeNull();
    }
    expect(parseModalDataset({ modal: 'credit', modalWallet: '1e9' })).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { readVisitor } from '../../../src/platform/http/session/visitor.ts';

const GUEST = 'g'.repeat(22);
const ask = (cookie: string, path = '/') => new Request(`https://pardeh.test${path}`, { headers: { cookie } });
const read = (cookie: string, path?: string) => readVisitor(ask(cookie, path));

describe('the visitor of a request', () => {
  it('has the session, guest, language, referrer and marks of the cookies', () => {
    const cookies = ['__Host-session=a%2Fb', `__Host-guest=${GUEST}`, 'i18n_redirected=en', 'ref_number=17'];
    expect(read([...cookies, 'signed_in=1', 'theme=dark', 'rails=cb', '__Host-kids=on.x.y'].join('; '))).toMatchObject({
      ...{ token: 'a/b', guest: GUEST, locale: 'en', referrer: 17, isSignedIn: true, theme: 'dark', rails: 'cb' },
      kids: 'on.x.y',
    });
  });

  it('is nobody without cookies', () => {
    const nobody = { token: null, guest: null, locale: 'fa', referrer: 0, isSignedIn: false, theme: null, rails: null };
    expect(readVisitor(new Request('https://pardeh.test/'))).toMatchObject({ ...nobody, kids: null });
  });

  it.each(['%', '%00', 'a%20b', ''])('has no session where its value is %j', (value) => {
    expect(read(`__Host-session=${value}`).token).toBeNull();
  });

  it.each(['short', `${GUEST}g`, 'g'.repeat(21) + '.'])('has no guest by the value %s', (value) => {
    expect(read(`__Host-guest=${value}`).guest).toBeNull();
  });

  it('takes the language of the address before the chosen one, and the first of two cookies with one name', () => {
    expect(read('i18n_redirected=fa', '/?hl=en').locale).toBe('en');
    expect(read('i18n_redirected=en', '/?hl=de').locale).toBe('en');
    expect(read('theme=dark; theme=light').theme).toBe('dark');
    expect(read('theme=blue').theme).toBeNull();
  });

  it('is read once', () => {
    const request = ask('theme=dark');
    expect(readVisitor(request)).toBe(readVisitor(request));
  });
});

import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/platform/client/api.ts';
import { getGenres } from '../../../src/features/titles/contract/catalogue.ts';
import { errorText } from '../../../src/platform/text/error-text.ts';
import { LOCALES } from '../../../src/platform/text/locale.ts';

async function fail(body: BodyInit, init: ResponseInit = { status: 500 }) {
  const client = createClient({ base: '', locale: 'fa', fetch: () => Promise.resolve(new Response(body, init)) });
  const result = await client(getGenres, {});
  if (result.ok) throw new Error('the call went well');
  return result.error;
}
const readTexts = async (body: unknown, fields: string[] = []) => {
  const error = await fail(JSON.stringify(body));
  return LOCALES.map((locale) => errorText(error, locale, fields));
};
const both = (text: string | null) => [text, text];

describe('the text of an answer that is not 200 (spec 8.01)', () => {
  it('is that of the errors, else message_fa, else message, as written and in both languages', async () => {
    const texts = { message: 'Not now', message_fa: 'اکنون نه' };
    expect(await readTexts({ ...texts, errors: { mobile: ['شماره نادرست است', 'دومی'] } })).toEqual(
      both('شماره نادرست است'),
    );
    expect(await readTexts(texts)).toEqual(both('اکنون نه'));
    expect(await readTexts({ message: 'Not now' })).toEqual(both('Not now'));
    expect(await readTexts({ message: 'Not now', message_fa: '' })).toEqual(both('Not now'));
    expect(await readTexts({ ...texts, errors: {} })).toEqual(both('اکنون نه'));
  });

  it('is that of the form’s own field first, wherever the errors stand (spec 7.18, 8.06)', async () => {
    const errors = { mobile: 'بد', password: ['رمز'] };
    expect(await readTexts({ errors }, ['password', 'mobile'])).toEqual(both('رمز'));
    expect(await readTexts({ data: { errors } }, ['mobile'])).toEqual(both('بد'));
    expect((await fail(JSON.stringify({ data: { errors } }))).errors).toEqual({ mobile: ['بد'], password: ['رمز'] });
  });

  it('is in the language of the page where the error is one of ours', async () => {
    const ours = { code: 'internal', message: 'Not now', message_fa: 'اکنون نه' };
    expect(await readTexts(ours)).toEqual(LOCALES.map((locale) => (locale === 'fa' ? 'اکنون نه' : 'Not now')));
  });

  it.each<[unknown, string | null]>([
    [{ message: 'متن', message_fa: null, errors: null }, 'متن'],
    [{ message: 'متن', message_fa: 7, errors: [] }, 'متن'],
    [{ message: ['متن', 'دوم'] }, 'متن'],
    [{ message_fa: 'متن', errors: { a: null, b: [], c: [3, ''] } }, 'متن'],
    [{ message: 'x', errors: ['متن'] }, 'متن'],
    [{ message: 'x', errors: 'متن' }, 'متن'],
    [{ message: 'x', errors: { a: { required: 'متن' } } }, 'متن'],
    [{ message: 'x', errors: { a: [null, 'متن'] } }, 'متن'],
    [{ code: 12, message: ' متن ' }, 'متن'],
    [{ data: 'x', message: 'متن' }, 'متن'],
    ['متن', 'متن'],
    [['متن'], 'متن'],
    [{}, null],
    [null, null],
    [7, null],
    [{ message: 'x'.repeat(501) }, null],
    [{ message: { a: 'متن' } }, null],
  ])('of the malformed body %j is %j', async (body, text) => {
    expect(await readTexts(body)).toEqual(both(text));
  });

  it('is none where the body is no JSON, and the status and the wait are kept', async () => {
    for (const body of ['<h1>502 Bad Gateway</h1>', '', '{"message":"x', 'upstream connect error']) {
      const error = await fail(body, { status: 502, statusText: 'Bad Gateway', headers: { 'retry-after': '7' } });
      expect([error.status, error.code, error.retry_after]).toEqual([502, 'unknown', 7]);
      expect(LOCALES.map((locale) => errorText(error, locale))).toEqual(both(null));
    }
  });
});

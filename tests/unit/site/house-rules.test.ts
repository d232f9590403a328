import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkHouse, readPhone } from '../../../src/features/site/house-rules.ts';
import { readHttpsLink } from '../../../src/platform/text/safe-link.ts';

const EMPTY = {
  ...{ support_phone: '1599', install_url: '', app_links: [], social: [], related_links: [], seals: [] },
  ...{ footer_fa: '', footer_en: '' },
};

describe('the telephone of support', () => {
  it.each([
    ...['021-91001234', '02191001234', '۰۲۱ ۹۱۰۰ ۱۲۳۴', '(021) 9100-1234', '+98 21 9100 1234', '0098 21 91001234'],
    ...['tel:+982191001234', '٠٢١٩١٠٠١٢٣٤', '+98 (0)21 91001234'],
  ])('%s is one number', (text) => {
    expect(readPhone(text)).toBe('021-91001234');
  });

  it('is a mobile number, a short code or a foreign one, too, and nothing else', () => {
    expect(['+98 912 345 6789', '۱۵۹۹', '+44 20 7946 0000'].map(readPhone)).toEqual([
      ...['09123456789', '1599', '+442079460000'],
    ]);
    for (const text of ['', '12', '0912', 'call us', '021-9100123', '02191001234567', '<b>', '*000*1#', '+0123456789'])
      expect(readPhone(text), text).toBeNull();
  });
});

describe('a link', () => {
  it('is bounded in its normal spelling, so that it is saved again as it is', () => {
    const link = readHttpsLink(`https://a.example/${'ا'.repeat(300)}`);
    expect(link && readHttpsLink(link)).toBe(link);
    expect(readHttpsLink(`https://a.example/${'ا'.repeat(400)}`)).toBeNull();
  });

  it('is https to a public name, and nothing that a browser would read otherwise', () => {
    expect(readHttpsLink('HTTPS://Example.org/a?b=ا')).toBe('https://example.org/a?b=%D8%A7');
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), fc.constantFrom('', 'https://', '//', 'javascript:'), (text, start) => {
        const link = readHttpsLink(start + text);
        if (link !== null) expect(link).toMatch(/^https:\/\/[a-z\d.-]+\.[a-z][a-z\d-]+\/[^\s<>"]*$/);
      }),
    );
  });
});

describe('a picture of a seal', () => {
  it.each(['javascript:alert(1)', '//a.example/x', 'http://a.example/x', 'x.png', '/\\a'])('is not %s', (picture) => {
    const seals = [{ name: 'نماد', name_en: '', id: '1', url: '', picture }];
    expect(checkHouse({ ...EMPTY, part: 'house', seals }).faults).toEqual({ 'seals.0.picture': 'site_link' });
  });
});

describe('telephone, links and seals', () => {
  it('name each field that is refused, and keep an optional one empty', () => {
    const { faults, house } = checkHouse({
      ...EMPTY,
      part: 'house',
      support_phone: 'x',
      install_url: 'http://a.example/',
      social: [
        { name: 'telegram', url: 'https://t.me/x' },
        { name: '', url: 'javascript:alert(1)' },
      ],
      seals: [{ name: 'نماد', name_en: '', id: '1', url: '', picture: '' }],
    });
    expect(faults).toEqual({
      support_phone: 'site_phone',
      install_url: 'site_link',
      'social.1.name': 'site_empty',
      'social.1.url': 'site_link',
    });
    expect(house.seals).toHaveLength(1);
    expect(checkHouse({ ...EMPTY, part: 'house' }).faults).toEqual({});
  });
});

import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { Benefits } from '../../../src/features/payments/client/Benefits.tsx';
import fa from '../../../locales/fa.json' with { type: 'json' };

type User = { subscription: number; operator_fullrate: number } | null;
const user = (subscription: number, fullrate: number) => ({ subscription, operator_fullrate: fullrate });
const render = (who: User, { isGiven = false, isRestricted = false, titles = 30_000 } = {}) =>
  renderToStaticMarkup(createElement(Benefits, { heading: 'h3', user: who, isGiven, isRestricted, titles }));
const listTexts = (html: string) => [...html.matchAll(/<li>([^<]*)<\/li>/g)].map(([, text]) => text);
const getHeading = (html: string) => /<h3>([^<]*)<\/h3>/.exec(html)?.[1];

const OFFERED = [fa.plans_benefit_titles, fa.plans_benefit_downloads, fa.plans_benefit_data];
const HAD = [fa.plans_benefit_titles_yours, fa.plans_benefit_downloads_yours, fa.plans_benefit_data_yours];
const NOTE = fa.plans_fullrate_note;

interface Case {
  name: string;
  who: User;
  variant?: { isGiven?: boolean; isRestricted?: boolean };
  heading: string;
  texts: string[];
}
const CASES: Case[] = [
  { name: 'nobody known', who: null, heading: fa.plans_benefits, texts: OFFERED },
  { name: 'no subscription', who: user(0, 0), heading: fa.plans_benefits, texts: OFFERED },
  {
    name: 'no subscription, on a full-rate network',
    who: user(0, 1),
    heading: fa.plans_benefits,
    texts: [fa.plans_benefit_data_network, fa.plans_benefit_downloads, fa.plans_benefit_titles],
  },
  { name: 'a subscription', who: user(1, 0), heading: fa.plans_benefits_yours, texts: HAD },
  {
    name: 'a subscription, on a full-rate network',
    who: user(1, 1),
    heading: fa.plans_benefits_yours,
    texts: [...HAD, NOTE],
  },
  {
    name: 'a subscription, on a full-rate network, at a restricted host',
    who: user(1, 1),
    variant: { isRestricted: true },
    heading: fa.plans_benefits_yours,
    texts: HAD,
  },
  {
    name: 'given by the variant, to a guest',
    who: null,
    variant: { isGiven: true },
    heading: fa.plans_benefits_given,
    texts: [fa.plans_benefit_given, ...HAD],
  },
  {
    name: 'given by the variant, on a full-rate network, whatever the record says',
    who: user(0, 1),
    variant: { isGiven: true },
    heading: fa.plans_benefits_given,
    texts: [fa.plans_benefit_given, ...HAD, NOTE],
  },
];

describe('the benefits of a subscription (spec 6.05, 1.06, 1.08)', () => {
  test.each(CASES)('to a visitor with $name', ({ who, variant, heading, texts }) => {
    const html = render(who, variant);
    expect(getHeading(html)).toBe(heading);
    expect(listTexts(html)).toEqual(texts);
  });

  test('a smaller catalogue names its own number, offered or had', () => {
    for (const who of [user(0, 0), user(1, 0)]) {
      const html = render(who, { titles: 217 });
      expect(html).toContain('۲۱۷');
      expect(html).not.toContain('۳۰٬۰۰۰');
    }
  });
});

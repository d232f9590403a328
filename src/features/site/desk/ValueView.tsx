import { m } from '../../../platform/text/desk/messages.js';
import type { House } from '../house-rules.ts';
import { THEMES, type BrandValue } from '../brand-rules.ts';
import { toDeskFlags, type FlagsValue } from '../flag-rules.ts';
import { DESK_FLAGS } from '../../../platform/config/site-flags.ts';
import type { SiteValue } from '../texts-contract.ts';
import { nameTheme } from './words.ts';

export function ValueView({ value }: { value: SiteValue }) {
  return (
    <div className="desk-columns">
      {(['fa', 'en'] as const).map((locale) => (
        <section key={locale} aria-label={locale === 'fa' ? m.title_fa() : m.title_en()}>
          <p className="desk-words desk-rendered" lang={locale} dir={locale === 'fa' ? 'rtl' : 'ltr'}>
            {toSource(value, locale)}
          </p>
        </section>
      ))}
    </div>
  );
}

function toSource(value: SiteValue, locale: 'fa' | 'en'): string {
  if (value.part === 'brand') return describeBrand(value, locale);
  if (value.part === 'house') return describeHouse(value, locale);
  if (value.part === 'flags') return describeFlags(value);
  if (value.part !== 'faq') return value[locale];
  return value.questions.map((entry) => `${entry[`q_${locale}`]}\n${entry[`a_${locale}`]}`).join('\n\n');
}

function describeBrand(value: BrandValue, locale: 'fa' | 'en'): string {
  const accents = THEMES.map((theme) => `${nameTheme(theme)}: ${value[`accent_${theme}`]}`);
  const logos = THEMES.map((theme) => value[`logo_${theme}`]?.art ?? '').filter((art) => art !== '');
  return [value[`name_${locale}`], value[`kids_${locale}`], ...accents, ...logos].join('\n');
}

function describeFlags(value: FlagsValue): string {
  const flags = toDeskFlags(value);
  return DESK_FLAGS.map((name) => `${name}: ${flags[name] ?? m.flag_as_host()}`).join('\n');
}

function describeHouse(
  { support_phone, install_url, footer_fa, footer_en, ...lists }: House,
  locale: 'fa' | 'en',
): string {
  const links = [...lists.app_links, ...lists.related_links].map((link) => `${link[`label_${locale}`]} ${link.url}`);
  const entries = [...lists.social, ...lists.seals].map(({ name, url }) => `${name} ${url}`);
  return [support_phone, install_url, locale === 'fa' ? footer_fa : footer_en, ...links, ...entries].join('\n');
}

import type { AppDetails } from '../contract.ts';
import type { SitePart, SiteValue } from '../texts-contract.ts';
import { BUILT_IN_VALUE, toBrand } from '../brand-rules.ts';
import { BUILT_IN_FLAGS } from '../flag-rules.ts';
import { escapeMarkdown, listPlainLines } from '../../../platform/text/markdown/plain-markdown.ts';

const toList = (clauses: readonly string[]) =>
  clauses.map((clause, at) => `${String(at + 1)}. ${escapeMarkdown(clause)}`).join('\n');

/** Version 0 of a part: the details that a seed or `settings` has. */
export function toBuiltIn(part: SitePart, details: AppDetails): SiteValue {
  if (part === 'about') return { part, fa: escapeMarkdown(details.about_fa), en: escapeMarkdown(details.about_en) };
  if (part === 'terms') return { part, fa: toList(details.terms_fa), en: toList(details.terms_en) };
  if (part === 'brand') return BUILT_IN_VALUE;
  if (part === 'flags') return BUILT_IN_FLAGS;
  if (part === 'house') {
    const { support_phone, install_url, app_links, social, related_links, seals } = details;
    const footer = { footer_fa: details.footer_fa ?? '', footer_en: details.footer_en ?? '' };
    return { part, support_phone, install_url, app_links, social, related_links, seals, ...footer };
  }
  const questions = details.faq.map(({ q_fa, a_fa, q_en, a_en }) => ({
    ...{ q_fa, q_en },
    ...{ a_fa: escapeMarkdown(a_fa), a_en: escapeMarkdown(a_en) },
  }));
  return { part, questions };
}

const toPlain = (text: string) => listPlainLines(text).join('\n');

/** The fields of the details that a version replaces: plain text, for readers of API v1 that know no Markdown. */
export function toDetails(value: SiteValue): Partial<AppDetails> {
  if (value.part === 'about') return { about_fa: toPlain(value.fa), about_en: toPlain(value.en) };
  if (value.part === 'terms') return { terms_fa: listPlainLines(value.fa), terms_en: listPlainLines(value.en) };
  if (value.part === 'brand') return { brand: toBrand(value) };
  if (value.part === 'flags') return {};
  if (value.part === 'house') {
    const { part: _part, ...fields } = value;
    return fields;
  }
  const faq = value.questions.map(({ q_fa, a_fa, q_en, a_en }) => ({
    ...{ q_fa, q_en },
    ...{ a_fa: toPlain(a_fa), a_en: toPlain(a_en) },
  }));
  return { faq };
}

import { useId } from 'react';
import { Panel } from '../../../platform/desk/Screen.tsx';
import { paths } from '../../../platform/paths.ts';
import { buildNumbers } from '../../../platform/text/format-in.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { LOCALES, type Locale } from '../../../platform/text/locale.ts';
import { cutSynopsis, SEO_DESCRIPTION, SEO_TITLE } from '../../titles/seo-texts.ts';
import type { DeskTitle } from '../contract.ts';
import type { SEO_FIELDS } from '../title-fields.ts';
import { nameField } from './field-texts.ts';
import type { Edits } from './use-edits.ts';

interface Props {
  title: DeskTitle;
  edits: Edits;
  faults: Partial<Record<string, readonly string[]>>;
}

/** The texts of a title's page for search engines, in both languages beside each other, with the result as it would look. */
export function SeoPanel({ title, edits, faults }: Props) {
  const field = (name: SeoField, limit: typeof SEO_TITLE) => (
    <SeoInput
      field={name}
      limit={limit}
      text={edits.getText(name)}
      error={faults[name]?.[0]}
      onChange={(text) => {
        edits.write(name, text);
      }}
    />
  );
  return (
    <Panel title={m.seo_panel()}>
      <p className="desk-note">{m.seo_note()}</p>
      <div className="desk-columns">
        {LOCALES.map((locale) => (
          <div key={locale} className="desk-form">
            {field(`seo_title_${locale}`, SEO_TITLE)}
            {field(`seo_description_${locale}`, SEO_DESCRIPTION)}
            <SearchResult title={title} locale={locale} edits={edits} />
          </div>
        ))}
      </div>
    </Panel>
  );
}

type SeoField = (typeof SEO_FIELDS)[number];

interface InputProps {
  field: SeoField;
  limit: typeof SEO_TITLE;
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** A text with the number of its characters, which is read out when the field is entered. */
function SeoInput({ field, limit, text, error, onChange }: InputProps) {
  const id = useId();
  const locale = field.endsWith('_fa') ? 'fa' : 'en';
  const count = text.trim().length;
  const numbers = { count: formatNumber(count), advised: formatNumber(limit.advised), max: formatNumber(limit.max) };
  const note =
    count > limit.max ? m.seo_too_long(numbers) : count > limit.advised ? m.seo_long(numbers) : m.seo_count(numbers);
  return (
    <div className="desk-field">
      <label htmlFor={id}>{nameField(field)}</label>
      <textarea
        id={id}
        rows={limit === SEO_TITLE ? 2 : 4}
        dir={locale === 'fa' ? 'rtl' : 'ltr'}
        lang={locale}
        value={text}
        aria-invalid={error !== undefined || count > limit.max || undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => {
          // A search engine shows one line of words.
          onChange(event.target.value.replaceAll(/\n+/g, ' '));
        }}
      />
      <p id={`${id}-note`} className={count > limit.advised || error !== undefined ? 'desk-refusal' : 'desk-note'}>
        {error ?? note}
      </p>
    </div>
  );
}

const years = buildNumbers({ useGrouping: false });

function SearchResult({ title, locale, edits }: { title: DeskTitle; locale: Locale; edits: Edits }) {
  const year = locale === 'fa' && title.iranian ? title.year - 621 : title.year;
  const name = edits.getText(`name_${locale}`);
  const heading = edits.getText(`seo_title_${locale}`).trim();
  const description = edits.getText(`seo_description_${locale}`).trim();
  return (
    <div
      role="group"
      aria-label={locale === 'fa' ? m.seo_result_fa() : m.seo_result_en()}
      className="desk-result"
      lang={locale}
      dir={locale === 'fa' ? 'rtl' : 'ltr'}
    >
      <bdi dir="ltr">{location.host + paths.title(title.kind, title.id)}</bdi>
      <strong>{heading || m.seo_named({ name, year: years(locale).format(year) })}</strong>
      <p>{description || cutSynopsis(edits.getText(`synopsis_${locale}`)) || m.title_empty()}</p>
    </div>
  );
}

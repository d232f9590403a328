import { useId } from 'react';
import type { Locale } from '../text/locale.ts';
import { m } from '../text/desk/messages.js';
import { renderMarkdown } from '../text/markdown/render-markdown.ts';

interface Props {
  label: string;
  locale: Locale;
  rows: number;
  maxChars: number;
  value: string;
  onChange: (value: string) => void;
}

/** Markdown, with the text as visitors read it below. */
export function MarkdownField({ label, locale, rows, maxChars, value, onChange }: Props) {
  const id = useId();
  const dir = locale === 'fa' ? 'rtl' : 'ltr';
  return (
    <div className="desk-field desk-markdown">
      <label htmlFor={id}>{label}</label>
      <textarea
        {...{ id, rows, dir }}
        lang={locale}
        maxLength={maxChars}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
        }}
      />
      <section className="desk-rendered" aria-label={m.site_preview_of({ name: label })}>
        <p className="desk-note">{m.site_preview()}</p>
        {/* The renderer escapes everything but its own elements. */}
        <div className="markdown" lang={locale} dir={dir} dangerouslySetInnerHTML={{ __html: renderMarkdown(value) }} />
      </section>
    </div>
  );
}

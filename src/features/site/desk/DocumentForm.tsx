import { MarkdownField } from '../../../platform/desk/MarkdownField.tsx';
import { Panel } from '../../../platform/desk/Screen.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { MAX_MARKDOWN_CHARS, type SiteValue } from '../texts-contract.ts';
import { PartForm } from './PartForm.tsx';
import { namePart } from './words.ts';
import { usePartEdit } from './use-part-edit.ts';
import type { VersionOf } from './words.ts';

type Document = Extract<SiteValue, { fa: string }>;

const LANGUAGES = [
  ['fa', m.title_fa],
  ['en', m.title_en],
] as const;

export function DocumentForm({ version }: { version: VersionOf<Document> }) {
  const edit = usePartEdit(version);
  return (
    <PartForm label={namePart(version.value.part)} edit={edit}>
      <p className="desk-note">{m.site_markdown_hint()}</p>
      <div className="desk-columns">
        {LANGUAGES.map(([locale, name]) => (
          <Panel key={locale} title={name()}>
            <MarkdownField
              label={m.site_text_in({ language: name() })}
              locale={locale}
              rows={14}
              maxChars={MAX_MARKDOWN_CHARS}
              value={edit.value[locale]}
              onChange={(text) => {
                edit.edit({ ...edit.value, [locale]: text });
              }}
            />
          </Panel>
        ))}
      </div>
    </PartForm>
  );
}

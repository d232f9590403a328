import { Panel } from '../../../platform/desk/Screen.tsx';
import { CallError } from '../../../platform/desk/call-desk.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Field } from '../../../platform/ui/Field.tsx';
import type { House } from '../house-rules.ts';
import { MAX_FOOTER_CHARS } from '../texts-contract.ts';
import { LinkEntries } from './LinkEntries.tsx';
import { PartForm } from './PartForm.tsx';
import { usePartEdit } from './use-part-edit.ts';
import { namePart, type VersionOf } from './words.ts';

const LABELS = [
  ['label_fa', m.site_label_fa, 'rtl'],
  ['label_en', m.site_label_en, 'ltr'],
  ['url', m.site_url, 'ltr'],
] as const;
const SENTENCES = [
  ['footer_fa', m.site_footer_fa, 'fa', 'rtl'],
  ['footer_en', m.site_footer_en, 'en', 'ltr'],
] as const;
const NEW_LINK = { label_fa: '', label_en: '', url: '' };
const NEW_SEAL = { name: '', name_en: '', id: '', url: '', picture: '' };

export function HouseForm({ version }: { version: VersionOf<House> }) {
  const edit = usePartEdit(version);
  const { value } = edit;
  const faults = edit.error instanceof CallError ? edit.error.error.errors : {};
  const set = (part: Partial<House>) => {
    edit.edit({ ...value, ...part });
  };
  return (
    <PartForm label={namePart('house')} edit={edit}>
      <Panel title={m.site_phone_and_app()}>
        <div className="desk-pair">
          {(['support_phone', 'install_url'] as const).map((name) => (
            <Field
              key={name}
              label={name === 'support_phone' ? m.site_phone() : m.site_install()}
              hint={name === 'support_phone' ? m.site_phone_hint() : m.site_install_hint()}
              error={faults[name]?.[0]}
              dir="ltr"
              value={value[name]}
              onChange={(event) => {
                set({ [name]: event.target.value });
              }}
            />
          ))}
        </div>
      </Panel>
      <Panel title={m.site_footer()}>
        <p className="desk-note">{m.site_footer_note()}</p>
        <div className="desk-pair">
          {SENTENCES.map(([name, label, lang, dir]) => (
            <div key={name} className="desk-form">
              <Field
                label={label()}
                {...{ lang, dir }}
                maxLength={MAX_FOOTER_CHARS}
                value={value[name]}
                onChange={(event) => {
                  set({ [name]: event.target.value });
                }}
              />
              <section className="desk-rendered" aria-label={m.site_preview_of({ name: label() })}>
                {value[name].trim() === '' ? (
                  <p className="desk-none">{m.site_footer_built_in()}</p>
                ) : (
                  <p {...{ lang, dir }}>{value[name]}</p>
                )}
              </section>
            </div>
          ))}
        </div>
      </Panel>
      <LinkEntries
        {...{ faults, name: 'app_links', title: m.site_app_links(), entries: value.app_links, fields: LABELS }}
        blank={NEW_LINK}
        set={(app_links) => {
          set({ app_links });
        }}
      />
      <LinkEntries
        {...{ faults, name: 'social', title: m.site_social(), entries: value.social }}
        fields={[
          ['name', m.site_social_name, 'ltr'],
          ['url', m.site_url, 'ltr'],
        ]}
        blank={{ name: '', url: '' }}
        set={(social) => {
          set({ social });
        }}
      />
      <LinkEntries
        {...{ faults, name: 'related_links', title: m.site_links(), entries: value.related_links, fields: LABELS }}
        blank={NEW_LINK}
        set={(related_links) => {
          set({ related_links });
        }}
      />
      <LinkEntries
        {...{ faults, name: 'seals', title: m.site_seals(), note: m.site_seals_hint(), entries: value.seals }}
        fields={[
          ['name', m.site_label_fa, 'rtl'],
          ['name_en', m.site_label_en, 'ltr'],
          ['id', m.site_seal_id, 'ltr'],
          ['url', m.site_seal_url, 'ltr'],
        ]}
        blank={NEW_SEAL}
        set={(seals) => {
          set({ seals });
        }}
      />
    </PartForm>
  );
}

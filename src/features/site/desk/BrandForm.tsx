import { Panel } from '../../../platform/desk/Screen.tsx';
import { CallError } from '../../../platform/desk/call-desk.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Field } from '../../../platform/ui/Field.tsx';
import { BRAND_NAMES, checkBrand, THEMES, type BrandValue } from '../brand-rules.ts';
import { AccentFields } from './AccentFields.tsx';
import { BrandPreview } from './BrandPreview.tsx';
import { LogoField } from './LogoField.tsx';
import { PartForm } from './PartForm.tsx';
import { usePartEdit } from './use-part-edit.ts';
import { namePart, type VersionOf } from './words.ts';

const NAME_LABELS = {
  name_fa: m.brand_name_fa,
  name_en: m.brand_name_en,
  kids_fa: m.brand_kids_fa,
  kids_en: m.brand_kids_en,
} as const satisfies Record<(typeof BRAND_NAMES)[number], () => string>;

export function BrandForm({ version }: { version: VersionOf<BrandValue> }) {
  const edit = usePartEdit(version);
  const { value } = edit;
  const refusals = edit.error instanceof CallError ? edit.error.error.errors : {};
  const { faults } = checkBrand(value);
  const set = (part: Partial<BrandValue>) => {
    edit.edit({ ...value, ...part });
  };
  return (
    <PartForm label={namePart('brand')} edit={edit}>
      <Panel title={m.brand_names()}>
        <div className="desk-pair">
          {BRAND_NAMES.map((name) => (
            <Field
              key={name}
              label={NAME_LABELS[name]()}
              error={refusals[name]?.[0] ?? (faults[name] && describeName(value[name]))}
              lang={name.endsWith('fa') ? 'fa' : 'en'}
              dir={name.endsWith('fa') ? 'rtl' : 'ltr'}
              value={value[name]}
              onChange={(event) => {
                set({ [name]: event.target.value });
              }}
            />
          ))}
        </div>
        <p className="desk-note">{m.brand_names_note()}</p>
      </Panel>
      <Panel title={m.brand_colours()}>
        <p className="desk-note">{m.brand_colours_note()}</p>
        <div className="desk-columns">
          {THEMES.map((theme) => (
            <AccentFields
              key={theme}
              theme={theme}
              value={value[`accent_${theme}`]}
              onChange={(colour) => {
                set({ [`accent_${theme}`]: colour });
              }}
            />
          ))}
        </div>
      </Panel>
      <Panel title={m.brand_logo()}>
        <p className="desk-note">{m.brand_logo_note()}</p>
        <div className="desk-columns">
          {THEMES.map((theme) => (
            <LogoField
              key={theme}
              theme={theme}
              logo={value[`logo_${theme}`]}
              error={refusals[`logo_${theme}`]?.[0]}
              onChange={(logo) => {
                set({ [`logo_${theme}`]: logo });
              }}
            />
          ))}
        </div>
      </Panel>
      <BrandPreview value={value} isReady={Object.keys(faults).length === 0} />
    </PartForm>
  );
}

const describeName = (text: string) => (text.trim() === '' ? m.brand_name_empty() : m.brand_name_signs());

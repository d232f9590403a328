import { Select } from '../../../platform/desk/Select.tsx';
import { TextArea } from '../../../platform/desk/TextArea.tsx';
import { ACCESS_KINDS, AGE_REASONS, RELEASE_STATES } from '../../../platform/kinds.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatPlain } from '../../../platform/text/format.ts';
import { Field } from '../../../platform/ui/Field.tsx';
import type { DeskTitle } from '../contract.ts';
import type { TitleField } from '../title-fields.ts';
import { getFieldLanguage, nameAccess, nameField, nameGenre, nameReason, nameRelease } from './field-texts.ts';

const AGES = ['0', '7', '12', '15', '18'];
const HINTS: Partial<Record<TitleField, () => string>> = {
  name_latin: m.title_field_name_latin_hint,
  year: m.title_field_year_hint,
  minutes: m.title_field_minutes_hint,
  countries: m.title_field_countries_hint,
  languages: m.title_field_languages_hint,
  release_date: m.title_field_release_date_hint,
  available_until: m.title_field_available_until_hint,
  available_countries: m.title_field_available_countries_hint,
  available_networks: m.title_field_available_networks_hint,
};

interface Props {
  field: TitleField;
  title: Pick<DeskTitle, 'genres'>;
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

export function TitleFieldInput({ field, title, text, error, onChange }: Props) {
  const label = nameField(field);
  const language = getFieldLanguage(field);
  const dir = language === undefined ? 'auto' : language === 'fa' ? 'rtl' : 'ltr';
  if (field === 'access' || field === 'release') {
    const keys = field === 'access' ? ACCESS_KINDS : RELEASE_STATES;
    const name = field === 'access' ? nameAccess : nameRelease;
    return (
      <Select label={label} value={text} options={keys.map((key) => [key, name(key)] as const)} onChange={onChange} />
    );
  }
  if (field === 'age')
    return (
      <Select
        label={label}
        value={text}
        options={AGES.map((age) => [age, formatPlain(Number(age))] as const)}
        onChange={onChange}
      />
    );
  if (field === 'genres' || field === 'age_reasons') {
    const keys = field === 'genres' ? title.genres.map(({ key }) => key) : AGE_REASONS;
    const name = (key: string) => (field === 'genres' ? nameGenre(key, title.genres) : nameReason(key));
    return <Choices label={label} keys={keys} text={text} name={name} error={error} onChange={onChange} />;
  }
  if (field.startsWith('synopsis') || field.startsWith('awards'))
    return (
      <TextArea
        label={label}
        rows={field.startsWith('synopsis') ? 7 : 3}
        dir={dir}
        lang={language}
        value={text}
        error={error}
        onChange={onChange}
      />
    );
  return (
    <Field
      label={label}
      hint={HINTS[field]?.()}
      error={error}
      dir={dir}
      lang={language}
      value={text}
      onChange={(event) => {
        onChange(event.target.value);
      }}
    />
  );
}

interface ChoiceProps {
  label: string;
  keys: readonly string[];
  /** Chosen keys by commas, sorted as the server stores them. */
  text: string;
  name: (key: string) => string;
  error: string | undefined;
  onChange: (text: string) => void;
}

function Choices({ label, keys, text, name, error, onChange }: ChoiceProps) {
  const chosen = text.split(',').filter((key) => key !== '');
  return (
    <fieldset className="desk-checks">
      <legend>{label}</legend>
      {keys.map((key) => (
        <label key={key}>
          <input
            className="desk-tick"
            type="checkbox"
            checked={chosen.includes(key)}
            onChange={({ target: { checked } }) => {
              const next = checked ? [...chosen, key].sort() : chosen.filter((other) => other !== key);
              onChange(next.join(','));
            }}
          />
          {name(key)}
        </label>
      ))}
      <p className="desk-refusal">{error}</p>
    </fieldset>
  );
}

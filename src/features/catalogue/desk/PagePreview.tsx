import { useState } from 'react';
import { PreviewFields, type PreviewViewer } from '../../../platform/desk/PreviewFields.tsx';
import { Panel } from '../../../platform/desk/Screen.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { MomentField } from '../../../platform/desk/MomentField.tsx';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import type { Locale } from '../../../platform/text/locale.ts';
import { readMoment } from '../../../platform/text/moment.ts';

type When = 'now' | 'planned' | 'at';
type Variant = '' | 'main' | 'plus' | 'igapp' | 'restricted';

interface Props {
  title: string;
  note: string;
  path: string;
  /** Epoch seconds of what is planned. */
  planned: number | null;
}

/** Opens a page as a guest would see it at a time; nobody but the staff sees it before. */
export function PagePreview({ title, note, path, planned }: Props) {
  const [when, setWhen] = useState<When>(planned === null ? 'now' : 'planned');
  const [text, setText] = useState('');
  const [locale, setLocale] = useState<Locale>(getLocale());
  const [viewer, setViewer] = useState<PreviewViewer>('all');
  const [variant, setVariant] = useState<Variant>('');
  const moment = readMoment(text);
  const at = when === 'at' ? moment : when === 'planned' ? planned : null;
  const query = new URLSearchParams({ preview: at === null ? 'now' : String(at), hl: locale });
  if (viewer === 'kids') query.set('kids', '1');
  if (variant !== '') query.set('variant', variant);
  return (
    <Panel title={title}>
      <div className="desk-bulk">
        <Select<When>
          label={m.preview_when()}
          value={when}
          options={[
            ['now', m.preview_now()],
            ...(planned === null ? [] : [['planned', m.preview_planned()] as const]),
            ['at', m.preview_at()],
          ]}
          onChange={setWhen}
        />
        {when === 'at' && <MomentField label={m.preview_time()} value={text} onChange={setText} />}
        <PreviewFields locale={locale} setLocale={setLocale} viewer={viewer} setViewer={setViewer} />
        <Select<Variant>
          label={m.preview_variant()}
          value={variant}
          options={[
            ['', m.preview_variant_own()],
            ['main', 'main'],
            ['plus', 'plus'],
            ['igapp', 'igapp'],
            ['restricted', m.preview_variant_restricted()],
          ]}
          onChange={setVariant}
        />
      </div>
      <p className="desk-note">{note}</p>
      <div className="desk-buttons">
        <a className="btn-line" href={`${path}?${query.toString()}`} target="_blank" rel="noreferrer">
          {m.preview_open()}
        </a>
      </div>
    </Panel>
  );
}

import { useState } from 'react';
import { PreviewFields, type PreviewViewer } from '../../../platform/desk/PreviewFields.tsx';
import { Panel } from '../../../platform/desk/Screen.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import type { Theme } from '../../../platform/config/colours.ts';
import { paths } from '../../../platform/paths.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import type { Locale } from '../../../platform/text/locale.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { writeBrand } from '../brand-address.ts';
import { THEMES, type BrandValue } from '../brand-rules.ts';
import { nameTheme } from './words.ts';

/** Home in a frame, as the server makes it with this brand; each look is a row of the trail, so it follows a press. */
export function BrandPreview({ value, isReady }: { value: BrandValue; isReady: boolean }) {
  const [locale, setLocale] = useState<Locale>(getLocale());
  const [theme, setTheme] = useState<Theme>('dark');
  const [viewer, setViewer] = useState<PreviewViewer>('all');
  const [address, setAddress] = useState<string | null>(null);
  const query = new URLSearchParams({ preview: 'now', hl: locale, theme, brand: writeBrand(value) });
  if (viewer === 'kids') query.set('kids', '1');
  const present = `${paths.home()}?${query.toString()}`;
  return (
    <Panel title={m.brand_preview()}>
      <p className="desk-note">{m.brand_preview_note()}</p>
      <div className="desk-bulk">
        <PreviewFields locale={locale} setLocale={setLocale} viewer={viewer} setViewer={setViewer} />
        <Select<Theme>
          label={m.brand_theme()}
          value={theme}
          options={THEMES.map((one) => [one, nameTheme(one)] as const)}
          onChange={setTheme}
        />
        <Button
          look="line"
          disabled={!isReady || present === address}
          onClick={() => {
            setAddress(present);
          }}
        >
          {m.brand_preview_show()}
        </Button>
      </div>
      {address !== null && <iframe className="desk-brand-page" title={m.brand_preview()} src={address} />}
      {address !== null && present !== address && <p className="desk-note">{m.brand_preview_old()}</p>}
    </Panel>
  );
}

import { m } from '../text/desk/messages.js';
import type { Locale } from '../text/locale.ts';
import { Select } from './Select.tsx';

export type PreviewViewer = 'all' | 'kids';

interface Props {
  locale: Locale;
  setLocale: (locale: Locale) => void;
  viewer: PreviewViewer;
  setViewer: (viewer: PreviewViewer) => void;
}

/** Whose page a preview shows: in which language, and in kids mode or not. */
export function PreviewFields({ locale, setLocale, viewer, setViewer }: Props) {
  return (
    <>
      <Select<Locale>
        label={m.preview_language()}
        value={locale}
        options={[
          ['fa', m.title_fa()],
          ['en', m.title_en()],
        ]}
        onChange={setLocale}
      />
      <Select<PreviewViewer>
        label={m.preview_viewer()}
        value={viewer}
        options={[
          ['all', m.preview_all()],
          ['kids', m.preview_kids()],
        ]}
        onChange={setViewer}
      />
    </>
  );
}

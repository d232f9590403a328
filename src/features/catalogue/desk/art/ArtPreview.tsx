import { useState } from 'react';
import { Select } from '../../../../platform/desk/Select.tsx';
import { artKind, IMAGE_WIDTHS, SOCIAL_HEIGHT, SOCIAL_WIDTH } from '../../../../platform/image-widths.ts';
import { paths } from '../../../../platform/paths.ts';
import { getLocale } from '../../../../platform/text/current-locale.ts';
import { m } from '../../../../platform/text/desk/messages.js';
import { artIn, nameIn, type Locale } from '../../../../platform/text/locale.ts';
import { getFocusClasses } from '../../../titles/ui/focus.ts';
import type { TitleArt } from '../../art-contract.ts';
import type { ArtField } from '../../art-fields.ts';
import type { DeskTitle } from '../../contract.ts';
import { PageFrame } from './PageFrame.tsx';

export interface PreviewTitle extends Pick<DeskTitle, 'id' | 'kind'> {
  values: Pick<DeskTitle['values'], 'name_fa' | 'name_en' | 'synopsis_fa' | 'synopsis_en'>;
}

interface Props {
  title: PreviewTitle;
  values: TitleArt['values'];
  series: TitleArt['series'];
  /** Percent; null without a backdrop. */
  focusX: number | null;
  focusY: number | null;
  drafts?: Partial<Record<ArtField, string>>;
  language?: Locale;
  heading?: string;
}

/** A head takes four fifths of a window at most. */
const PHONE = { width: 360, height: 640, scale: 0.6, share: 0.8 };
const WIDE = { width: 1280, height: 720, scale: 0.4, share: 0.8 };
const CARD = { width: 360, height: 270, scale: 0.6, share: 1 };

/** The pictures by the styles of the pages: a card, the head of the title's page, and the picture beside a link. */
export function ArtPreview({
  title,
  values,
  series,
  focusX,
  focusY,
  drafts = {},
  language = getLocale(),
  heading = m.art_preview(),
}: Props) {
  const [locale, setLocale] = useState(language);
  const names = { name_fa: title.values.name_fa ?? '', name_en: title.values.name_en ?? '' };
  const name = nameIn(locale, names);
  const poster = artIn(locale, values);
  const isEpisode = title.kind === 'episode';
  const posterDraft = drafts[locale === 'en' && values.art_en !== null ? 'art_en' : 'art'];
  const wide = isEpisode ? (values.still ?? series?.backdrop ?? null) : values.backdrop;
  const wideSource = drafts[isEpisode ? 'still' : 'backdrop'] ?? (wide && paths.image(wide, getWideWidth(wide)));
  const social = isEpisode ? (series?.link ? paths.socialImage(series.link) : null) : findSocial(values, drafts);
  const isPoster = !isEpisode || wideSource === null;
  const wideName = series === null ? name : `${nameIn(locale, series)}${locale === 'fa' ? '،' : ','} ${name}`;
  const head = (
    <Head title={title} values={values} locale={locale} focusX={focusX} focusY={focusY} backdrop={drafts.backdrop} />
  );
  return (
    <section className="desk-place" aria-label={heading}>
      <h3>{heading}</h3>
      <Select
        label={m.art_preview_language()}
        value={locale}
        options={[
          ['fa', m.title_fa()],
          ['en', m.title_en()],
        ]}
        onChange={setLocale}
      />
      <div className="desk-pages">
        <figure>
          <PageFrame title={m.art_preview_card()} locale={locale} {...CARD}>
            <ul className="rail">
              {isPoster && (
                <li className="card">
                  <a href={paths.title(title.kind, title.id)}>
                    {poster !== null && <img src={posterDraft ?? paths.image(poster, IMAGE_WIDTHS.poster[2])} alt="" />}
                    <b>{name}</b>
                  </a>
                </li>
              )}
              {wideSource !== null && (
                <li className="grid-wide">
                  <div className="card">
                    <a href={paths.title(title.kind, title.id)}>
                      <img src={wideSource} alt="" />
                      <b>{wideName}</b>
                    </a>
                  </div>
                </li>
              )}
            </ul>
          </PageFrame>
          <figcaption>{m.art_preview_card()}</figcaption>
        </figure>
        {values.backdrop !== null && !isEpisode && (
          <>
            <figure>
              <PageFrame title={m.art_preview_phone()} locale={locale} {...PHONE}>
                {head}
              </PageFrame>
              <figcaption>{m.art_preview_phone()}</figcaption>
            </figure>
            <figure>
              <PageFrame title={m.art_preview_wide()} locale={locale} {...WIDE}>
                {head}
              </PageFrame>
              <figcaption>{m.art_preview_wide()}</figcaption>
            </figure>
          </>
        )}
        {social !== null && (
          <figure>
            <img
              className="desk-social"
              src={social}
              width={SOCIAL_WIDTH}
              height={SOCIAL_HEIGHT}
              alt=""
              loading="lazy"
            />
            <figcaption>{isEpisode ? m.art_preview_social_series() : m.art_preview_social()}</figcaption>
          </figure>
        )}
      </div>
    </section>
  );
}

function findSocial({ social, backdrop, art }: TitleArt['values'], drafts: Partial<Record<ArtField, string>>) {
  const draft =
    drafts.social ?? (social === null ? (drafts.backdrop ?? (backdrop === null ? drafts.art : null)) : null);
  const key = social ?? backdrop ?? art;
  return draft ?? (key === null ? null : paths.socialImage(key));
}

const getWideWidth = (key: string) => IMAGE_WIDTHS[artKind(key) ?? 'backdrop'][1];

type HeadProps = Omit<Props, 'series' | 'drafts' | 'language' | 'heading'> & {
  locale: Locale;
  backdrop: string | undefined;
};

function Head({ title, values, locale, focusX, focusY, backdrop }: HeadProps) {
  const name = nameIn(locale, { name_fa: title.values.name_fa ?? '', name_en: title.values.name_en ?? '' });
  const logo = locale === 'fa' ? values.logo_fa : values.logo_en;
  const story = (locale === 'fa' ? title.values.synopsis_fa : title.values.synopsis_en) ?? '';
  return (
    <div className="title-hero film-hero">
      <div className="hero-slide">
        <img
          src={backdrop ?? paths.image(values.backdrop ?? '', IMAGE_WIDTHS.backdrop[2])}
          alt=""
          className={getFocusClasses({ focus_x: focusX, focus_y: focusY }, locale)}
        />
        <div className="hero-text desk-page-wrap">
          <h1 className="hero-name">
            {logo === null ? (
              name
            ) : (
              <img src={paths.image(logo, IMAGE_WIDTHS.wordmark[0])} alt="" className="hero-logo" />
            )}
          </h1>
          {story !== '' && (
            <div className="hero-story">
              <p>{story}</p>
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

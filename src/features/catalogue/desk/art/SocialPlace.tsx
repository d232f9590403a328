import { paths } from '../../../../platform/paths.ts';
import { m } from '../../../../platform/text/desk/messages.js';
import type { TitleArt } from '../../art-contract.ts';
import type { DeskTitle } from '../../contract.ts';
import { TitleCropButton } from './TitleCropButton.tsx';

interface Props {
  title: DeskTitle;
  art: TitleArt;
  mayWrite: boolean;
}

export function SocialPlace({ title, art, mayWrite }: Props) {
  const { social, backdrop, art: poster } = art.values;
  const key = social ?? backdrop ?? poster;
  if (key === null) return null;
  return (
    <section className="desk-place" aria-label={m.art_social()}>
      <h3>{m.art_social()}</h3>
      <div className="desk-picture">
        <img src={paths.socialImage(key)} alt={m.art_now({ name: m.art_social() })} loading="lazy" />
      </div>
      <p className="desk-note">{social === null ? m.art_social_note() : m.art_cropped()}</p>
      {mayWrite && (
        <div className="desk-buttons">
          <TitleCropButton title={title} field="social" name={m.art_social()} art={art} />
        </div>
      )}
    </section>
  );
}

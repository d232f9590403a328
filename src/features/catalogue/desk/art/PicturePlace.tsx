import { useState } from 'react';
import { Refusal } from '../../../../platform/desk/Screen.tsx';
import { useAct } from '../../../../platform/desk/use-call.ts';
import { IMAGE_WIDTHS } from '../../../../platform/image-widths.ts';
import { paths } from '../../../../platform/paths.ts';
import { m } from '../../../../platform/text/desk/messages.js';
import { Button } from '../../../../platform/ui/Button.tsx';
import { getTitleArt, removeTitlePicture, type TitleArt } from '../../art-contract.ts';
import { FROM_FILM, PICTURE_KINDS, type PictureField } from '../../art-fields.ts';
import { getDeskTitle, listDeskTitles } from '../../contract.ts';
import { CROP_FIELDS } from '../../crop.ts';
import { listDeskEpisodes } from '../../series-contract.ts';
import type { PreviewTitle } from './ArtPreview.tsx';
import { describePlace, nameArt } from './art-texts.ts';
import { DropField } from './DropField.tsx';
import { FilmFrames } from './FilmFrames.tsx';
import { TitleCropButton } from './TitleCropButton.tsx';
import { useUpload } from './use-upload.ts';

interface Props {
  title: PreviewTitle;
  field: PictureField;
  art: TitleArt;
  mayWrite: boolean;
}

export function PicturePlace({ title, field, art, mayWrite }: Props) {
  const { id } = title;
  const [isPicking, setPicking] = useState(false);
  const upload = useUpload(field);
  const remove = useAct(
    removeTitlePicture,
    [getTitleArt, getDeskTitle, listDeskTitles, listDeskEpisodes],
    [getTitleArt],
  );
  const key = art.values[field];
  const kind = PICTURE_KINDS[field];
  const name = nameArt(field);
  const send = (file: Blob, fileName: string, source?: typeof FROM_FILM) => {
    upload.mutate({ file, name: fileName, input: { id, field, seen: key ?? '', ...(source && { source }) } });
  };
  const picture =
    key === null ? (
      <span className="desk-none">{m.art_none()}</span>
    ) : (
      <img src={paths.image(key, IMAGE_WIDTHS[kind][1])} alt={m.art_now({ name })} loading="lazy" />
    );
  const cropField = CROP_FIELDS.find((one) => one === field);
  const mayPick = art.has_film && (kind === 'backdrop' || kind === 'still');
  return (
    <section className={`desk-place desk-place-${kind}`} aria-label={name}>
      <h3>{name}</h3>
      {mayWrite ? (
        <DropField label={m.art_choose({ name })} hint={describePlace(field)} upload={upload} onFile={send}>
          {picture}
        </DropField>
      ) : (
        <div className="desk-picture">{picture}</div>
      )}
      {key !== null && key in art.cropped && <p className="desk-note">{m.art_cropped()}</p>}
      <Refusal error={upload.error ?? remove.error} />
      {mayWrite && (
        <div className="desk-buttons">
          {mayPick && (
            <Button
              look="link"
              onClick={() => {
                setPicking(true);
              }}
            >
              {m.art_from_film()}
            </Button>
          )}
          {key !== null && cropField && <TitleCropButton title={title} field={cropField} name={name} art={art} />}
          {key !== null && (
            <Button
              look="link"
              aria-label={m.art_remove_of({ name })}
              busy={remove.isPending}
              onClick={() => {
                remove.mutate({ id, field, seen: key });
              }}
            >
              {m.art_remove()}
            </Button>
          )}
        </div>
      )}
      {isPicking && (
        <FilmFrames
          id={id}
          title={name}
          onChoose={(frame) => {
            send(frame, 'frame.jpg', FROM_FILM);
            setPicking(false);
          }}
          onClose={() => {
            setPicking(false);
          }}
        />
      )}
    </section>
  );
}

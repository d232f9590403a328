import { useState } from 'react';
import { Refusal } from '../../../../platform/desk/Screen.tsx';
import { useAct } from '../../../../platform/desk/use-call.ts';
import { artKind, IMAGE_WIDTHS } from '../../../../platform/image-widths.ts';
import { paths } from '../../../../platform/paths.ts';
import { m } from '../../../../platform/text/desk/messages.js';
import { formatPlain } from '../../../../platform/text/format.ts';
import { Button } from '../../../../platform/ui/Button.tsx';
import { getTitleArt, setTitleStills, type TitleArt } from '../../art-contract.ts';
import { MAX_STILLS, splitKeys } from '../../art-fields.ts';
import { getDeskTitle } from '../../contract.ts';
import type { PreviewTitle } from './ArtPreview.tsx';
import { describePlace } from './art-texts.ts';
import { DropField } from './DropField.tsx';
import { FilmFrames } from './FilmFrames.tsx';
import { TitleCropButton } from './TitleCropButton.tsx';
import { useUpload } from './use-upload.ts';

interface Props {
  title: PreviewTitle;
  art: TitleArt;
  mayWrite: boolean;
}

export function StillList({ title, art, mayWrite }: Props) {
  const { id } = title;
  const [isPicking, setPicking] = useState(false);
  const upload = useUpload('stills');
  const set = useAct(setTitleStills, [getTitleArt, getDeskTitle], [getTitleArt]);
  const seen = art.values.stills ?? '';
  const keys = splitKeys(seen);
  /** A still keeps its row, and so the focus, while another part of it is shown. */
  const rowKeys = nameRows(keys.map((key) => art.cropped[key] ?? key));
  const send = (file: Blob, name: string) => {
    upload.mutate({ file, name, input: { id, field: 'stills', seen } });
  };
  const write = (next: string[]) => {
    set.mutate({ id, keys: next, seen });
  };
  const swap = (at: number) => {
    const [one = '', other = ''] = [keys[at], keys[at + 1]];
    write(keys.toSpliced(at, 2, other, one));
  };
  return (
    <section className="desk-place" aria-label={m.art_stills()}>
      <h3>{m.art_stills()}</h3>
      {keys.length === 0 && <p className="desk-none">{m.art_stills_none()}</p>}
      <ol className="desk-stills">
        {keys.map((key, at) => {
          const number = formatPlain(at + 1);
          const name = m.art_still_of({ number });
          return (
            <li key={rowKeys[at]}>
              <img src={paths.image(key, IMAGE_WIDTHS[artKind(key) ?? 'still'][0])} alt={name} loading="lazy" />
              {key in art.cropped && <p className="desk-note">{m.art_cropped()}</p>}
              {mayWrite && (
                <div className="desk-buttons">
                  <TitleCropButton title={title} field="stills" picture={key} name={name} art={art} />
                  {at > 0 && (
                    <Button
                      look="link"
                      aria-label={m.art_earlier_of({ number })}
                      disabled={set.isPending}
                      onClick={() => {
                        swap(at - 1);
                      }}
                    >
                      {m.art_earlier()}
                    </Button>
                  )}
                  <Button
                    look="link"
                    aria-label={m.art_remove_of({ name })}
                    disabled={set.isPending}
                    onClick={() => {
                      write(keys.toSpliced(at, 1));
                    }}
                  >
                    {m.art_remove()}
                  </Button>
                </div>
              )}
            </li>
          );
        })}
      </ol>
      <Refusal error={upload.error ?? set.error} />
      {mayWrite && keys.length < MAX_STILLS && (
        <>
          <DropField label={m.art_add_still()} hint={describePlace('stills')} upload={upload} onFile={send}>
            {m.art_add_still()}
          </DropField>
          {art.has_film && (
            <div className="desk-buttons">
              <Button
                look="link"
                aria-label={m.art_add_from_film()}
                onClick={() => {
                  setPicking(true);
                }}
              >
                {m.art_from_film()}
              </Button>
            </div>
          )}
        </>
      )}
      {isPicking && (
        <FilmFrames
          id={id}
          title={m.art_stills()}
          onChoose={(frame) => {
            send(frame, 'frame.jpg');
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

/** One picture may be in the list as a whole and in parts. */
const nameRows = (wholes: readonly string[]) =>
  wholes.map((original, at) => `${original} ${String(wholes.slice(0, at).filter((one) => one === original).length)}`);

import { Refusal } from '../../../platform/desk/Screen.tsx';
import { IMAGE_WIDTHS } from '../../../platform/image-widths.ts';
import { paths } from '../../../platform/paths.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatPlain } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { DropField } from '../../catalogue/desk/art/DropField.tsx';

interface Props {
  kind?: 'cover' | 'logo';
  /** The cover of its own. */
  art: string | null;
  /** As visitors see it. */
  cover: string | null;
  mayWrite: boolean;
  upload: { isPending: boolean; progress: number; isSuccess: boolean; error: Error | null };
  onFile: (file: Blob, name: string) => void;
  remove: { isPending: boolean; error: Error | null };
  onRemove: () => void;
}

export function CoverPlace({ kind = 'cover', art, cover, mayWrite, upload, onFile, remove, onRemove }: Props) {
  const name = kind === 'logo' ? m.channel_logo() : m.print_cover();
  const picture =
    cover === null ? (
      <span className="desk-none">{m.art_none()}</span>
    ) : (
      <img src={paths.image(cover, IMAGE_WIDTHS[kind][1])} alt={m.art_now({ name })} loading="lazy" />
    );
  const width = formatPlain(IMAGE_WIDTHS[kind][0]);
  const hint = kind === 'logo' ? m.channel_logo_hint({ width }) : m.print_cover_hint({ width });
  return (
    <div className="desk-places">
      <div className="desk-place">
        {mayWrite ? (
          <DropField label={m.art_choose({ name })} hint={hint} upload={upload} onFile={onFile}>
            {picture}
          </DropField>
        ) : (
          <div className="desk-picture">{picture}</div>
        )}
        {art === null && cover !== null && <p className="desk-note">{m.print_cover_newest()}</p>}
        <Refusal error={upload.error ?? remove.error} />
        {mayWrite && art !== null && (
          <div className="desk-buttons">
            <Button look="link" aria-label={m.art_remove_of({ name })} busy={remove.isPending} onClick={onRemove}>
              {m.art_remove()}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

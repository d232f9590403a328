import { useAct, useCall } from '../../../../platform/desk/use-call.ts';
import { getLocale } from '../../../../platform/text/current-locale.ts';
import { m } from '../../../../platform/text/desk/messages.js';
import { getTitleArt, getTitleCrop, removeTitleCrop, setTitleCrop, type TitleArt } from '../../art-contract.ts';
import { readFocus } from '../../art-fields.ts';
import { getDeskTitle, listDeskTitles } from '../../contract.ts';
import { moveFocus, type Crop, type CropField } from '../../crop.ts';
import { listDeskEpisodes } from '../../series-contract.ts';
import { ArtPreview, type PreviewTitle } from './ArtPreview.tsx';
import { CropDialog, type CropDraft } from './CropDialog.tsx';

export interface TitleCropProps {
  title: PreviewTitle;
  field: CropField;
  picture?: string | undefined;
  name: string;
  art: TitleArt;
}

const CHANGES = [getTitleArt, getTitleCrop, getDeskTitle, listDeskTitles, listDeskEpisodes];
/** The whole of a still never changes, and after a save the list has another key. */
const STILL_CHANGES = [getTitleArt, getDeskTitle];

export function TitleCrop({ title, field, picture, name, art, onClose }: TitleCropProps & { onClose: () => void }) {
  const place = { id: title.id, field, ...(picture !== undefined && { picture }) };
  const answer = useCall(getTitleCrop, place, { isFresh: true });
  const changes = field === 'stills' ? STILL_CHANGES : CHANGES;
  const checks = field === 'stills' ? [getTitleArt] : [getTitleArt, getTitleCrop];
  const save = useAct(setTitleCrop, changes, checks);
  const remove = useAct(removeTitleCrop, changes, checks);
  const act = { ...place, seen: art.values[field] ?? '' };
  return (
    <CropDialog
      {...{ name, answer, save, remove, onClose }}
      place={field}
      onSave={(part) => {
        save.mutate({ ...act, ...part }, { onSuccess: onClose });
      }}
      onRemove={() => {
        remove.mutate(act, { onSuccess: onClose });
      }}
      removeLabel={field === 'backdrop' ? m.art_crop_focus() : m.art_crop_remove()}
    >
      {(draft, stored) =>
        field === 'stills' ? <StillPreview draft={draft} /> : <PagePreview {...{ title, field, art, draft, stored }} />
      }
    </CropDialog>
  );
}

function StillPreview({ draft }: { draft: CropDraft | null }) {
  return (
    <section className="desk-place" aria-label={m.art_crop_preview()}>
      <h3>{m.art_crop_preview()}</h3>
      {draft && <img className="desk-social desk-still" src={draft.url} alt="" />}
    </section>
  );
}

interface PageProps {
  title: PreviewTitle;
  field: Exclude<CropField, 'stills'>;
  art: TitleArt;
  draft: CropDraft | null;
  stored: Crop | null;
}

function PagePreview({ title, field, art: { values, series }, draft, stored }: PageProps) {
  const focus = readFocus(values.focus);
  const point = focus && field === 'backdrop' && draft ? moveFocus(focus, stored, draft.crop) : focus;
  return (
    <ArtPreview
      title={title}
      values={values}
      series={series}
      focusX={point?.x ?? null}
      focusY={point?.y ?? null}
      drafts={draft ? { [field]: draft.url } : {}}
      language={field === 'art_en' ? 'en' : getLocale()}
      heading={m.art_crop_preview()}
    />
  );
}

import { useEffect, useRef, useState, type RefObject } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import cropperCss from 'react-easy-crop/react-easy-crop.css?inline';
import { Loaded, Refusal } from '../../../../platform/desk/Screen.tsx';
import { useAct, useCall } from '../../../../platform/desk/use-call.ts';
import { artKind, IMAGE_WIDTHS } from '../../../../platform/image-widths.ts';
import { paths } from '../../../../platform/paths.ts';
import { getLocale } from '../../../../platform/text/current-locale.ts';
import { m } from '../../../../platform/text/desk/messages.js';
import { formatPlain } from '../../../../platform/text/format.ts';
import { Button } from '../../../../platform/ui/Button.tsx';
import { Dialog } from '../../../../platform/ui/Dialog.tsx';
import { useStyles } from '../../../../platform/ui/use-styles.ts';
import {
  getTitleArt,
  getTitleCrop,
  removeTitleCrop,
  setTitleCrop,
  type TitleArt,
  type TitleCrop,
} from '../../art-contract.ts';
import { readFocus } from '../../art-fields.ts';
import { getDeskTitle, listDeskTitles } from '../../contract.ts';
import { CROP_RATIOS, getMaxZoom, moveFocus, RATIOS, roundCrop, type Crop, type CropField } from '../../crop.ts';
import { listDeskEpisodes } from '../../series-contract.ts';
import { nameArt } from './art-texts.ts';
import { ArtPreview, type PreviewTitle } from './ArtPreview.tsx';
import { CropZoom } from './CropZoom.tsx';
import { drawCrop } from './draw-crop.ts';

interface Props {
  title: PreviewTitle;
  field: CropField;
  art: TitleArt;
  onClose: () => void;
}

export function CropDialog({ title, field, art, onClose }: Props) {
  const answer = useCall(getTitleCrop, { id: title.id, field }, { isFresh: true });
  const acts = useCropActs();
  // The cropper divides by its sizes when it is mounted, and a dialog has none before it is open.
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      setOpen(true);
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, []);
  return (
    <Dialog title={m.art_crop_of({ name: nameArt(field) })} wide onClose={onClose}>
      <Loaded answer={answer}>
        {({ data }) =>
          isOpen && <CropForm key={JSON.stringify(data)} whole={data} acts={acts} {...{ title, field, art, onClose }} />
        }
      </Loaded>
    </Dialog>
  );
}

const START = { x: 0, y: 0 };
/** Pixels of CSS; with Shift a fifth. */
const KEYBOARD_STEP = 10;
const WHOLE_PERCENT = 100;

/** Of the dialog: a save gives the form another key, and a form that is gone has no answer. */
function useCropActs() {
  const changes = [getTitleArt, getTitleCrop, getDeskTitle, listDeskTitles, listDeskEpisodes];
  return {
    save: useAct(setTitleCrop, changes, [getTitleArt, getTitleCrop]),
    remove: useAct(removeTitleCrop, changes, [getTitleArt, getTitleCrop]),
  };
}

interface FormProps extends Props {
  whole: TitleCrop;
  acts: ReturnType<typeof useCropActs>;
}

function CropForm({ title, field, art, onClose, whole, acts: { save, remove } }: FormProps) {
  useStyles(cropperCss);
  const picture = useRef<HTMLImageElement | null>(null);
  const [position, setPosition] = useState(START);
  const [zoom, setZoom] = useState(1);
  const [draft, setDraft] = useState<{ crop: Crop; url: string } | null>(null);
  const { source, width, height, crop: stored } = whole;
  const ratio = CROP_RATIOS[field];
  const maxZoom = getMaxZoom(field, whole);
  if (maxZoom < 1) return <p className="desk-none">{m.art_crop_small()}</p>;
  const act = { id: title.id, field, seen: art.values[field] ?? '' };
  const showPart = (area: Area) => {
    const crop = roundCrop(toFractions(area));
    if (picture.current) setDraft({ crop, url: drawCrop(picture.current, crop, ratio) });
  };
  const focus = readFocus(art.values.focus);
  const point = focus && field === 'backdrop' && draft ? moveFocus(focus, stored, draft.crop) : focus;
  return (
    <div className="desk-stack">
      <p id="crop-note" className="desk-note">
        {m.art_crop_note()}
      </p>
      <div className="desk-crop" dir="ltr">
        <Cropper
          image={paths.image(source, Math.max(...IMAGE_WIDTHS[artKind(source) ?? 'poster']))}
          aspect={RATIOS[ratio]}
          crop={position}
          zoom={zoom}
          maxZoom={maxZoom}
          keyboardStep={KEYBOARD_STEP}
          {...(stored && { initialCroppedAreaPercentages: toPercent(stored) })}
          setImageRef={(image: RefObject<HTMLImageElement | null>) => {
            picture.current = image.current;
          }}
          onCropChange={setPosition}
          onZoomChange={setZoom}
          onCropAreaChange={showPart}
          cropperProps={{ role: 'application', 'aria-label': m.art_crop_area(), 'aria-describedby': 'crop-note' }}
          disableAutomaticStylesInjection
        />
      </div>
      <CropZoom zoom={zoom} max={maxZoom} onZoom={setZoom} />
      <p className="desk-note" role="status">
        {draft &&
          m.art_crop_size({
            width: formatPlain(Math.round(draft.crop.width * width)),
            height: formatPlain(Math.round(draft.crop.height * height)),
          })}
        {(save.isPending || remove.isPending) && ` · ${m.art_making()}`}
      </p>
      <Refusal error={save.error ?? remove.error} />
      <div className="desk-buttons">
        <Button
          busy={save.isPending}
          disabled={draft === null || remove.isPending}
          onClick={() => {
            if (draft) save.mutate({ ...act, source, ...draft.crop }, { onSuccess: onClose });
          }}
        >
          {m.art_crop_save()}
        </Button>
        {stored !== null && (
          <Button
            look="line"
            busy={remove.isPending}
            disabled={save.isPending}
            onClick={() => {
              remove.mutate(act, { onSuccess: onClose });
            }}
          >
            {field === 'backdrop' ? m.art_crop_focus() : m.art_crop_remove()}
          </Button>
        )}
      </div>
      <ArtPreview
        title={title}
        values={art.values}
        focusX={point?.x ?? null}
        focusY={point?.y ?? null}
        drafts={draft ? { [field]: draft.url } : {}}
        language={field === 'art_en' ? 'en' : getLocale()}
        heading={m.art_crop_preview()}
      />
    </div>
  );
}

const toFractions = (area: Area): Crop => scale(area, 1 / WHOLE_PERCENT);
const toPercent = (crop: Crop): Area => scale(crop, WHOLE_PERCENT);

function scale({ x, y, width, height }: Crop, by: number): Crop {
  return { x: x * by, y: y * by, width: width * by, height: height * by };
}

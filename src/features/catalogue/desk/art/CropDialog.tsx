import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import cropperCss from 'react-easy-crop/react-easy-crop.css?inline';
import { Loaded, Refusal } from '../../../../platform/desk/Screen.tsx';
import { artKind, IMAGE_WIDTHS } from '../../../../platform/image-widths.ts';
import { paths } from '../../../../platform/paths.ts';
import { m } from '../../../../platform/text/desk/messages.js';
import { formatPlain } from '../../../../platform/text/format.ts';
import { Button } from '../../../../platform/ui/Button.tsx';
import { Dialog } from '../../../../platform/ui/Dialog.tsx';
import { useStyles } from '../../../../platform/ui/use-styles.ts';
import { CROP_RATIOS, getMaxZoom, RATIOS, roundCrop, type Crop, type CropTarget } from '../../crop.ts';
import type { WholePicture } from '../../crop-shapes.ts';
import { CropZoom } from './CropZoom.tsx';
import { drawCrop } from './draw-crop.ts';

interface Act {
  isPending: boolean;
  error: Error | null;
}

export interface CropDraft {
  crop: Crop;
  url: string;
}

interface FormProps {
  place: CropTarget;
  /** Of the caller, for a save gives the form another key, and a form that is gone has no answer. */
  save: Act;
  remove: Act;
  onSave: (part: Crop & { source: string }) => void;
  onRemove: () => void;
  removeLabel: string;
  children: (draft: CropDraft | null, stored: Crop | null) => ReactNode;
}

interface Props extends FormProps {
  name: string;
  answer: UseQueryResult<{ data: WholePicture }>;
  onClose: () => void;
}

export function CropDialog({ name, answer, onClose, ...form }: Props) {
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
    <Dialog title={m.art_crop_of({ name })} wide onClose={onClose}>
      <Loaded answer={answer}>
        {({ data }) => isOpen && <CropForm key={JSON.stringify(data)} whole={data} {...form} />}
      </Loaded>
    </Dialog>
  );
}

const START = { x: 0, y: 0 };
/** Pixels of CSS; with Shift a fifth. */
const KEYBOARD_STEP = 10;
const WHOLE_PERCENT = 100;

function CropForm({
  place,
  whole,
  save,
  remove,
  onSave,
  onRemove,
  removeLabel,
  children,
}: FormProps & { whole: WholePicture }) {
  useStyles(cropperCss);
  const picture = useRef<HTMLImageElement | null>(null);
  const [position, setPosition] = useState(START);
  const [zoom, setZoom] = useState(1);
  const [draft, setDraft] = useState<CropDraft | null>(null);
  const { source, width, height, crop: stored } = whole;
  const ratio = CROP_RATIOS[place];
  const maxZoom = getMaxZoom(place, whole);
  if (maxZoom < 1) return <p className="desk-none">{m.art_crop_small()}</p>;
  const showPart = (area: Area) => {
    const crop = roundCrop(toFractions(area));
    if (picture.current) setDraft({ crop, url: drawCrop(picture.current, crop, ratio) });
  };
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
            if (draft) onSave({ source, ...draft.crop });
          }}
        >
          {m.art_crop_save()}
        </Button>
        {stored !== null && (
          <Button look="line" busy={remove.isPending} disabled={save.isPending} onClick={onRemove}>
            {removeLabel}
          </Button>
        )}
      </div>
      {children(draft, stored)}
    </div>
  );
}

const toFractions = (area: Area): Crop => scale(area, 1 / WHOLE_PERCENT);
const toPercent = (crop: Crop): Area => scale(crop, WHOLE_PERCENT);

function scale({ x, y, width, height }: Crop, by: number): Crop {
  return { x: x * by, y: y * by, width: width * by, height: height * by };
}

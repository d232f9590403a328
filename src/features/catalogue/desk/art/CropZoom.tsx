import { useId } from 'react';
import { m } from '../../../../platform/text/desk/messages.js';
import { formatPlain } from '../../../../platform/text/format.ts';

interface Props {
  /** From 1, the largest part, to `max`, the smallest that may be shown. */
  zoom: number;
  max: number;
  onZoom: (zoom: number) => void;
}

const STEPS = 100;
const WHOLE_PERCENT = 100;

export function CropZoom({ zoom, max, onZoom }: Props) {
  const id = useId();
  return (
    <div className="desk-zoom">
      <label htmlFor={id}>{m.art_crop_zoom()}</label>
      <input
        id={id}
        type="range"
        min={1}
        max={max}
        step={Math.max((max - 1) / STEPS, Number.MIN_VALUE)}
        value={zoom}
        disabled={max <= 1}
        aria-valuetext={m.art_crop_percent({ percent: formatPlain(Math.round(zoom * WHOLE_PERCENT)) })}
        onChange={({ target }) => {
          onZoom(target.valueAsNumber);
        }}
      />
    </div>
  );
}

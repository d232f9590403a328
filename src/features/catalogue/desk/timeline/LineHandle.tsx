import { formatClock } from '../../../../platform/text/format-clock.ts';
import { useSlide } from './use-slide.ts';

interface Props {
  label: string;
  side: 'start' | 'end' | 'moment';
  value: number;
  room: readonly [min: number, max: number];
  length: number;
  isDisabled: boolean;
  onChange: (seconds: number) => void;
  onFocus?: () => void;
}

/** An end of a marker hangs outside of it, so that a short one has both to take hold of. */
export function LineHandle({ label, side, value, room: [min, max], length, isDisabled, onChange, onFocus }: Props) {
  const { drag, onKeyDown } = useSlide({ value, min, max, length, onChange });
  return (
    <span
      role="slider"
      tabIndex={isDisabled ? -1 : 0}
      className={`desk-handle desk-handle-${side}`}
      style={{ left: toShare(value, length) }}
      aria-label={label}
      aria-valuemin={min}
      aria-valuemax={Math.max(min, max)}
      aria-valuenow={value}
      aria-valuetext={formatClock(value)}
      aria-disabled={isDisabled || undefined}
      onFocus={onFocus}
      {...(!isDisabled && { ...drag, onKeyDown })}
    />
  );
}

export const toShare = (seconds: number, length: number) =>
  `${String(Math.min(100, Math.max(0, (seconds / length) * 100)))}%`;

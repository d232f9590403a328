import { useRef, type KeyboardEvent, type PointerEvent } from 'react';

const LARGE_STEP = 10;
const PAGE_STEP = 60;
/** Seconds of a key. Time runs from left to right in both languages. */
const STEPS: Partial<Record<string, number>> = {
  ...{ ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 },
  ...{ PageDown: -PAGE_STEP, PageUp: PAGE_STEP },
};

interface Slide {
  value: number;
  min: number;
  max: number;
  /** Of the whole line. */
  length: number;
  /** A press on the line moves it there. */
  isLine?: boolean;
  onChange: (seconds: number) => void;
}

/** A place on a line of time that is dragged or moved by keys. The line is the element's closest `.desk-line`. */
export function useSlide({ value, min, max, length, isLine = false, onChange }: Slide) {
  /** Pixels between the place and the pointer that holds it. */
  const grip = useRef(0);
  const move = (seconds: number) => {
    onChange(Math.min(max, Math.max(min, Math.round(seconds))));
  };
  const follow = ({ currentTarget, clientX }: PointerEvent) => {
    const box = currentTarget.closest('.desk-line')?.getBoundingClientRect();
    if (box && box.width > 0) move(((clientX - grip.current - box.left) / box.width) * length);
  };
  return {
    drag: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const box = event.currentTarget.closest('.desk-line')?.getBoundingClientRect();
        grip.current = isLine || !box ? 0 : event.clientX - box.left - (value / length) * box.width;
        if (isLine) follow(event);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event);
      },
    },
    onKeyDown: (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      const end = event.key === 'Home' ? min : event.key === 'End' ? max : null;
      if (step === undefined && end === null) return;
      event.preventDefault();
      move(end ?? value + (step ?? 0) * (event.shiftKey ? LARGE_STEP : 1));
    },
  };
}

import { useRef, useState, type ChangeEvent, type PointerEvent } from 'react';
import { useMediaRemote } from '@pardeh/hls/react';

/** The seconds at which a bar is dragged and pointed at. Without a drag, a key or a viewer's tool seeks at once. */
export function useTimeLine(start: number, end: number) {
  const remote = useMediaRemote();
  const [dragged, setDragged] = useState<number | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const dragging = useRef(false);
  const settle = () => {
    dragging.current = false;
    if (dragged !== null) remote.seek(dragged);
    setDragged(null);
  };
  const forget = () => setPointed(null);
  const bar = {
    onPointerMove: (event: PointerEvent) => {
      const box = event.currentTarget.getBoundingClientRect();
      setPointed(start + Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * (end - start));
    },
    onPointerLeave: forget,
    onPointerCancel: forget,
  };
  const input = {
    onPointerDown: () => {
      dragging.current = true;
    },
    onPointerUp: settle,
    onPointerCancel: settle,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const seconds = event.currentTarget.valueAsNumber;
      if (dragging.current) setDragged(seconds);
      else remote.seek(seconds);
    },
  };
  return { dragged, pointed, bar, input };
}

import { useEffect, useState } from 'react';
import { m } from '../../../../platform/text/desk/messages.js';
import type { FilmFrame } from '../../art-contract.ts';
import { drawFrame } from './draw-frame.ts';

interface Picture {
  url: string;
  blob: Blob;
  width: number;
  height: number;
}

interface Drawing {
  frame: FilmFrame;
  picture: Picture | null;
  error: Error | null;
}

/** The decoded frame; its address is let go with it. */
export function useFramePicture(frame: FilmFrame | undefined): Pick<Drawing, 'picture' | 'error'> {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  useEffect(() => {
    if (frame === undefined) return undefined;
    const closing = new AbortController();
    let url = '';
    drawFrame(frame, closing.signal).then(
      ({ blob, ...size }) => {
        if (closing.signal.aborted) return;
        url = URL.createObjectURL(blob);
        setDrawing({ frame, picture: { url, blob, ...size }, error: null });
      },
      () => {
        if (!closing.signal.aborted) setDrawing({ frame, picture: null, error: new Error(m.art_frame_undecoded()) });
      },
    );
    return () => {
      closing.abort();
      if (url !== '') URL.revokeObjectURL(url);
    };
  }, [frame]);
  return drawing !== null && drawing.frame === frame ? drawing : { picture: null, error: null };
}

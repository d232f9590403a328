import { useActiveThumbnail, useThumbnails } from '@pardeh/hls/react';
import { useLayoutEffect, useRef, type CSSProperties } from 'react';
import type { KeyFrame } from '@pardeh/hls/key-frame-reader';
import { formatClock } from '../../../../platform/text/format-clock.ts';

interface Props {
  storyboardUrl: string;
  frame: KeyFrame | null;
  time: number;
  duration: number;
  chapter: string | null;
}

export function SeekPreview({ storyboardUrl, frame, time, duration, chapter }: Props) {
  // Its pictures are relative to the storyboard.
  const absolute = new URL(storyboardUrl, location.href).href;
  const image = useActiveThumbnail(useThumbnails(absolute), time);
  const place = { '--at': String(duration > 0 ? time / duration : 0) } as CSSProperties;
  const picture: CSSProperties | undefined = image
    ? {
        width: image.width ?? 160,
        height: image.height ?? 90,
        backgroundImage: `url("${image.url.href}")`,
        backgroundPosition: `-${image.coords?.x ?? 0}px -${image.coords?.y ?? 0}px`,
      }
    : undefined;
  return (
    <div className="player-preview" style={place} aria-hidden="true">
      {(picture ?? frame) && (
        <div className="player-thumbnail" style={picture}>
          {frame && <FramePicture frame={frame} />}
        </div>
      )}
      {chapter && <span dir="auto">{chapter}</span>}
      <span>{formatClock(time)}</span>
    </div>
  );
}

function FramePicture({ frame: { image } }: { frame: KeyFrame }) {
  const ref = useRef<HTMLCanvasElement>(null);
  const { width, height } = image;
  useLayoutEffect(() => ref.current?.getContext('2d')?.drawImage(image, 0, 0), [image]);
  return <canvas ref={ref} width={width} height={height} />;
}

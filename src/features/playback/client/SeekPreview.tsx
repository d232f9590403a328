import { useActiveThumbnail, useThumbnails } from '../../hls/client/media/media.tsx';
import type { CSSProperties } from 'react';
import { formatClock } from './clock.ts';

interface Props {
  storyboardUrl: string;
  time: number;
  duration: number;
  chapter: string | null;
}

export function SeekPreview({ storyboardUrl, time, duration, chapter }: Props) {
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
      {picture && <div className="player-thumbnail" style={picture} />}
      {chapter && <span dir="auto">{chapter}</span>}
      <span>{formatClock(time)}</span>
    </div>
  );
}

import { useActiveThumbnail, useThumbnails } from '@vidstack/react';
import type { CSSProperties } from 'react';
import { formatClock } from './clock.ts';

interface Props {
  storyboardUrl: string;
  time: number;
  duration: number;
}

/** The picture and the time at a place of the time line. The storyboard is fetched with the first one shown. */
export function SeekPreview({ storyboardUrl, time, duration }: Props) {
  // The pictures it names are beside it, which vidstack finds for a whole address only.
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
      <span>{formatClock(time)}</span>
    </div>
  );
}

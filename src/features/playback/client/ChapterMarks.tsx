import type { CSSProperties } from 'react';
import { listMarks, type Chapter } from './chapters.ts';

export function ChapterMarks({ chapters, duration }: { chapters: readonly Chapter[]; duration: number }) {
  return (
    <div className="player-marks" aria-hidden="true">
      {listMarks(chapters, duration).map((share) => (
        <span key={share} style={{ '--at': String(share) } as CSSProperties} />
      ))}
    </div>
  );
}

import type { ArtJob } from './art-jobs.ts';
import { drawBackdrop } from './backdrop.ts';
import { drawChannelLogo, drawCover } from './cover.ts';
import { drawPortrait } from './portrait.ts';
import { drawPoster } from './poster.ts';

export function drawSvg(job: ArtJob): string {
  switch (job.draw) {
    case 'poster':
      return drawPoster(job.subject);
    case 'backdrop':
      return drawBackdrop(job.subject);
    case 'portrait':
      return drawPortrait(job.subject);
    case 'cover':
      return drawCover(job.subject);
    case 'logo':
      return drawChannelLogo(job.subject);
  }
}

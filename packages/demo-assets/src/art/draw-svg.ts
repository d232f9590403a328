import type { ArtJob } from './art-jobs.ts';
import { drawBackdrop, drawStill } from './backdrop.ts';
import { drawChannelLogo, drawCover } from './cover.ts';
import { drawPortrait } from './portrait.ts';
import { drawPoster, drawWordmark } from './poster.ts';

export function drawSvg(job: ArtJob): string {
  switch (job.draw) {
    case 'poster':
      return drawPoster(job.subject, job.language);
    case 'wordmark':
      return drawWordmark(job.subject, job.language);
    case 'backdrop':
      return drawBackdrop(job.subject);
    case 'still':
      return drawStill(job.subject);
    case 'portrait':
      return drawPortrait(job.subject);
    case 'cover':
      return drawCover(job.subject);
    case 'logo':
      return drawChannelLogo(job.subject);
  }
}

/** The folder of a clip that stands for a trailer: a copy, since no folder of a film is signed for anybody. */
export function toTrailerFolder(clip: string | null): string | null {
  return clip?.startsWith('clip-') === true ? `${clip}-trailer` : null;
}

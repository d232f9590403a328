export interface Thumbnail {
  url: URL;
  startTime: number;
  endTime: number;
  width: number | null;
  height: number | null;
  coords: { x: number; y: number } | null;
}

/** A storyboard: WebVTT whose cues are pictures, `#xywh=` their part of one. Unreadable cues are left out. */
export function parseStoryboard(text: string, base: string): Thumbnail[] {
  return text.split(/\r?\n\r?\n/).flatMap((block): Thumbnail[] => {
    const [, from, to, file = ''] = /^([\d:.]+)[ \t]+-->[ \t]+([\d:.]+)(?![\d:.])[^\n]*\n\s*(\S+)/m.exec(block) ?? [];
    if (from === undefined || to === undefined || !URL.canParse(file, base)) return [];
    const url = new URL(file, base);
    const [x, y, width, height] = /xywh=(?:pixel:)?(\d+),(\d+),(\d+),(\d+)/.exec(url.hash)?.slice(1).map(Number) ?? [];
    url.hash = '';
    return [
      {
        ...{ url, startTime: toSeconds(from), endTime: toSeconds(to) },
        ...{ width: width ?? null, height: height ?? null },
        coords: x === undefined || y === undefined ? null : { x, y },
      },
    ];
  });
}

function toSeconds(time: string): number {
  return time.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);
}

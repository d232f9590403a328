/** Writes WebVTT: subtitles and the storyboard. */

/** `00:01:02.500` */
function stamp(seconds) {
  const thousandths = Math.round(seconds * 1000);
  const part = (size, of, digits) => String(Math.floor(thousandths / size) % of).padStart(digits, '0');
  return `${part(3_600_000, 100, 2)}:${part(60_000, 60, 2)}:${part(1000, 60, 2)}.${part(1, 1000, 3)}`;
}

/** `cues` are [from, to, text]; a text may have several lines but no empty one, which would end the cue. */
export function webVtt(cues, { numbered = true } = {}) {
  const blocks = cues.map(([from, to, text], index) => {
    const number = numbered ? `${index + 1}\n` : '';
    return `${number}${stamp(from)} --> ${stamp(to)}\n${text}\n`;
  });
  return `WEBVTT\n\n${blocks.join('\n')}`;
}

/** Colour of a source, and the filters that make it BT.709 in limited range. Pure. */

/** Names as ffprobe gives them; null where the stream has none. */
export interface SourceColor {
  transfer: string | null;
  primaries: string | null;
  matrix: string | null;
  isFullRange: boolean;
  /** The brightest light of the film in cd/m², by MaxCLL or the mastering display. */
  peakNits: number | null;
  /** Dolby Vision profile 5 has no picture that other decoders show in its colours. */
  isDolbyOnly: boolean;
}

/** ITU-R BT.2408: the white of graphics and paper in HDR, cd/m². */
const REFERENCE_WHITE = 203;
const DEFAULT_PEAK = 1000;
const HDR_TRANSFERS = ['smpte2084', 'arib-std-b67'];
/** Untagged pictures below this height are taken for BT.601, as browsers do. */
const HD_HEIGHT = 720;

export const isHdr = ({ transfer }: SourceColor): boolean => transfer !== null && HDR_TRANSFERS.includes(transfer);
const isWide = ({ primaries }: SourceColor): boolean => primaries === 'bt2020';

/** Why the colours cannot be published, or null. `filters` are those that this ffmpeg has. */
export function describeUnsupportedColor(color: SourceColor, filters: readonly string[]): string | null {
  if (color.isDolbyOnly) {
    return 'its picture is Dolby Vision profile 5, which has no HDR10 or SDR base. Export it as HDR10 or SDR.';
  }
  if (!isHdr(color) && !isWide(color)) return null;
  const missing = ['zscale', 'tonemap'].filter((filter) => !filters.includes(filter));
  if (missing.length === 0) return null;
  const kind = isHdr(color) ? `HDR (${color.transfer ?? ''})` : 'BT.2020';
  return `its picture is ${kind}, and this ffmpeg has no filter ${missing.join(', ')}. Debian's ffmpeg has both.`;
}

/** Filters ahead of all renditions; HDR is reduced to the largest published size first, because they are slow. */
export function toneMapFilters(color: SourceColor, top: { width: number; height: number }): string[] {
  const range = color.isFullRange ? 'pc' : 'tv';
  const matrix = color.matrix ?? 'bt2020nc';
  const tags = `setparams=color_primaries=bt2020:color_trc=${color.transfer ?? 'bt709'}:colorspace=${matrix}:range=${range}`;
  const output = 't=bt709:m=bt709:r=limited';
  if (isHdr(color)) {
    const peak = Math.min(4000, Math.max(REFERENCE_WHITE, color.peakNits ?? DEFAULT_PEAK)) / REFERENCE_WHITE;
    return [
      ...[`scale=${top.width}:${top.height}:flags=lanczos`, tags, `zscale=t=linear:npl=${REFERENCE_WHITE}`],
      ...['format=gbrpf32le', 'zscale=p=bt709', `tonemap=mobius:param=0.3:desat=0:peak=${peak.toFixed(3)}`],
      ...[`zscale=${output}`, 'format=yuv420p'],
    ];
  }
  return isWide(color) ? [tags, `zscale=p=bt709:${output}`, 'format=yuv420p'] : [];
}

const MATRICES: Record<string, string> = { smpte170m: 'bt601', bt470bg: 'bt601', fcc: 'fcc', smpte240m: 'smpte240m' };

/** Options of `scale` from the source's matrix and range to BT.709 in limited range. */
export function matrixOptions(color: SourceColor, sourceHeight: number): string {
  const isMapped = isHdr(color) || isWide(color);
  const untagged = sourceHeight < HD_HEIGHT ? 'bt601' : 'bt709';
  const matrix = isMapped ? 'bt709' : color.matrix === null ? untagged : (MATRICES[color.matrix] ?? 'bt709');
  const range = color.isFullRange && !isMapped ? 'full' : 'limited';
  return `in_color_matrix=${matrix}:out_color_matrix=bt709:in_range=${range}:out_range=limited`;
}

/** Every output is tagged, so that no player guesses. */
export const COLOR_TAGS = ['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709'];
export const COLOR_RANGE = ['-color_range', 'tv'];

import type { default as Hls, Fragment, FragmentLoaderConstructor, PlaylistLoaderConstructor } from 'hls.js';
import { PlaylistMender } from './playlist-mender.ts';
import { readTransportClock } from './transport-clock.ts';

/** Seconds between one segment's place on the media's clock and the next one's. Above it, the clock is another. */
const MAX_STEP = 2;

/** An encoder may begin again without the discontinuity that hls.js waits for: numbers and clocks are seen to here. */
export function mendRestarts(hls: Hls): void {
  const mender = new PlaylistMender();
  const { config } = hls;
  const OnePlaylist = config.loader as PlaylistLoaderConstructor;
  config.pLoader = class extends OnePlaylist {
    override load(...[context, options, callbacks]: Parameters<InstanceType<PlaylistLoaderConstructor>['load']>) {
      super.load(context, options, {
        ...callbacks,
        onSuccess: (response, ...rest) => {
          const { data } = response;
          callbacks.onSuccess(
            typeof data === 'string' ? { ...response, data: mender.mend(response.url, data) } : response,
            ...rest,
          );
        },
      });
    }
  };
  /** By the kind of media and its discontinuity: the newest segment's media clock, less where the playlist has it. */
  const offsets = new Map<string, number>();
  const placeSegment = (fragment: Fragment, bytes: ArrayBuffer) => {
    const clock = readTransportClock(bytes);
    if (clock === null || fragment.sn === 'initSegment') return;
    const offset = clock - fragment.start;
    const getName = () => `${fragment.type} ${String(fragment.cc)}`;
    const isOther = () => Math.abs(offset - (offsets.get(getName()) ?? offset)) > MAX_STEP;
    const before = fragment.cc;
    while (isOther()) fragment.cc += 1;
    offsets.set(getName(), offset);
    if (fragment.cc === before) return;
    mender.addBreak(fragment.sn);
    const playlists = fragment.type.valueOf() === 'audio' ? hls.audioTracks : hls.levels;
    const { details } = playlists[fragment.level] ?? {};
    for (const later of details?.fragments ?? [])
      if (later !== fragment && later.sn >= fragment.sn && later.cc < fragment.cc) later.cc += fragment.cc - before;
    if (details) details.endCC = details.fragments.at(-1)?.cc ?? details.endCC;
  };
  const OneFragment = (config.fLoader ?? config.loader) as FragmentLoaderConstructor;
  config.fLoader = class extends OneFragment {
    override load(...[context, options, callbacks]: Parameters<InstanceType<FragmentLoaderConstructor>['load']>) {
      super.load(context, options, {
        ...callbacks,
        onSuccess: (response, ...rest) => {
          if (response.data instanceof ArrayBuffer) placeSegment(context.frag, response.data);
          callbacks.onSuccess(response, ...rest);
        },
      });
    }
  };
}

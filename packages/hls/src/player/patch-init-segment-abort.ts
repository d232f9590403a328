import type { default as Hls, FragmentLoaderConstructor } from 'hls.js';

/** Patch of hls.js 1.7.4. It loads an initialisation beside the segment that needs it. Aborted, as by a seek, the
 * initialisation rejects and aborts the segment that loads by then; both are requested again every 100 ms, and on a
 * slow network neither arrives. Upstream: the same loop in https://github.com/video-dev/hls.js/issues/3576 (open). */
export function destroyAbortedInitLoads(hls: Hls): void {
  const Standard = hls.config.loader as FragmentLoaderConstructor;
  hls.config.fLoader = class extends Standard {
    override abort() {
      if (this.context?.frag.sn === 'initSegment') this.destroy();
      else super.abort();
    }
  };
}

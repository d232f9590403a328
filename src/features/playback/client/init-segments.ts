import type { default as Hls, FragmentLoaderConstructor } from 'hls.js';

/**
 * Gives up initialisation segments without a word. hls.js 1.7 asks for one beside the segment that needs it, and when it
 * is given up, as by a seek, also gives up the segment that is loaded by then: asked for anew with its initialisation
 * every tenth of a second, on any slower network it never comes.
 */
export function giveUpInitsQuietly(hls: Hls): void {
  const Standard = hls.config.loader as FragmentLoaderConstructor;
  hls.config.fLoader = class extends Standard {
    override abort() {
      if (this.context?.frag.sn === 'initSegment') this.destroy();
      else super.abort();
    }
  };
}

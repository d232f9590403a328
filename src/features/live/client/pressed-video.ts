/** Safari lets a video play later only if a press has loaded it, and a channel's player comes seconds after its press. */
export function loadAtPress(): void {
  const onClick = ({ target }: Event) => {
    if (!(target as Partial<Element>).closest?.('[data-modal=live]')) return;
    const video = document.createElement('video');
    video.load();
    globalThis.startedPlay = { video };
  };
  addEventListener('click', onClick, true);
}

/** For each player of a channel, as it may begin again by itself. */
export const getPressedVideo = () => globalThis.startedPlay?.video;

import type { MediaPlayerInstance } from './media-player.ts';

/** The wishes of the viewer; play, pause and seek are told to listeners first, as `media-…-request`. */
export class MediaRemoteControl {
  readonly #getPlayer: () => MediaPlayerInstance | null;

  constructor(getPlayer: () => MediaPlayerInstance | null) {
    this.#getPlayer = getPlayer;
  }

  #request(name: 'play' | 'pause' | 'seek', detail: number | null, run: (player: MediaPlayerInstance) => void): void {
    const player = this.#getPlayer();
    if (!player) return;
    player.dispatchEvent(new CustomEvent(`media-${name}-request`, { detail }));
    run(player);
  }

  play(): void {
    this.#request('play', null, (player) => void player.play().catch(() => null));
  }

  pause(): void {
    this.#request('pause', null, (player) => player.pause());
  }

  togglePaused(): void {
    if (this.#getPlayer()?.paused) this.play();
    else this.pause();
  }

  seek(at: number): void {
    this.#request('seek', at, (player) => (player.currentTime = at));
  }

  seekToLiveEdge(): void {
    const player = this.#getPlayer();
    const edge = player?.provider?.livePosition ?? player?.state.seekableEnd;
    if (player && edge !== undefined) player.currentTime = edge;
  }

  changeVolume(volume: number): void {
    const player = this.#getPlayer();
    if (player) player.video.volume = Math.min(1, Math.max(0, volume));
  }

  mute(): void {
    this.#setMuted(true);
  }

  unmute(): void {
    this.#setMuted(false);
  }

  toggleMuted(): void {
    const player = this.#getPlayer();
    if (!player) return;
    const isSilent = player.muted || player.volume === 0;
    if (isSilent && player.volume === 0) this.changeVolume(0.25);
    this.#setMuted(!isSilent);
  }

  #setMuted(muted: boolean): void {
    const player = this.#getPlayer();
    if (player) player.video.muted = muted;
  }

  changePlaybackRate(rate: number): void {
    const player = this.#getPlayer();
    if (player) player.playbackRate = rate;
  }

  changeAudioTrack(index: number): void {
    const provider = this.#getPlayer()?.provider;
    const sound = provider?.sounds[index];
    if (sound) provider.chooseSound(sound.name);
  }

  /** An iPhone fills its screen with the video alone. */
  toggleFullscreen(): void {
    const player = this.#getPlayer();
    if (!player) return;
    const { video, el } = player;
    if (document.fullscreenElement) void document.exitFullscreen();
    else if (document.fullscreenEnabled && el) void el.requestFullscreen().catch(() => null);
    else if (player.state.fullscreen) video.webkitExitFullscreen?.();
    else video.webkitEnterFullscreen?.();
  }

  togglePictureInPicture(): void {
    const player = this.#getPlayer();
    if (document.pictureInPictureElement) void document.exitPictureInPicture();
    else void player?.video.requestPictureInPicture().catch(() => null);
  }

  requestAirPlay(): void {
    this.#getPlayer()?.video.webkitShowPlaybackTargetPicker?.();
  }

  toggleControls(): void {
    const controls = this.#getPlayer()?.controls;
    if (controls?.showing) controls.hide();
    else controls?.show();
  }

  pauseControls(): void {
    this.#getPlayer()?.controls.pause();
  }

  resumeControls(): void {
    this.#getPlayer()?.controls.resume();
  }
}

import { $modal, closeModal, followHistory, openModal } from '../../../../platform/client/modal.ts';
import type { TitleKind } from '../../../../platform/kinds.ts';
import { savesData } from '../../../data-cost/data-saver.ts';
import { discardVideo } from '@pardeh/hls/media-source';
import { MediaPlayerInstance } from '@pardeh/hls/player';
import { beginPlay, endPlay, takeMark } from '../../../qoe/client/play-session.ts';
import { PICTURE_MARK } from '../../../qoe/keys.ts';
import { releaseStream } from '../../../streams/client/release-stream.ts';
import type { EntitlementAnswer } from '../../../paywall/contract.ts';
import { chooseEngine, createKeyOpener, getAddress, isSaving, prepareSource } from '../engine/engine.ts';
import { isAutoplayOn, loadEntitlement, $playerSettings } from '../player.ts';
import { preloadCode } from './preload-code.ts';
import { getStartPosition } from './start-position.ts';
import { showStartScreen } from './start-screen.ts';

type Play = NonNullable<EntitlementAnswer['play']>;

/** Milliseconds without a picture after which the player comes, which says why. */
const FIRST_PICTURE_TIMEOUT_MS = 10_000;

/** A press on Play (docs/playback.md): the picture by the engine alone, then React, whose player takes the video over. */
export async function startPlay(kind: TitleKind, id: number, video: HTMLVideoElement): Promise<void> {
  const { startedPlay } = globalThis;
  const started: StartedPlay =
    startedPlay?.kind === kind && startedPlay.id === id ? startedPlay : (globalThis.startedPlay = { kind, id });
  const ending = new AbortController();
  const { signal } = ending;
  const player = new MediaPlayerInstance(video);
  let discard = () => discardVideo(video);
  let isRefused = false;
  const quit = () => {
    if (isRefused || takeMark(PICTURE_MARK) !== undefined) return;
    beginPlay();
    endPlay({ sta: 'q' });
  };
  const cancel = () => {
    quit();
    ending.abort();
    discard();
  };
  openModal({ name: 'player', kind, id });
  const heading = document.querySelector('main h1');
  const title = heading?.textContent.trim() || (heading?.querySelector('img')?.alt ?? '');
  const closeScreen = showStartScreen({ title, video: player.video, onClose: closeModal });
  const stopFollowing = followHistory();
  const stopListening = $modal.listen((modal) => {
    if (modal?.name !== 'player' || modal.kind !== kind || modal.id !== id) cancel();
  });
  addEventListener('pagehide', quit, { signal });
  signal.addEventListener('abort', () => {
    stopListening();
    // After `closeModal` has stepped back.
    queueMicrotask(stopFollowing);
    closeScreen();
    if (globalThis.startedPlay === started) globalThis.startedPlay = undefined;
  });
  started.close = cancel;

  const answer = await loadEntitlement(kind, id);
  const play = answer.ok ? answer.value.play : null;
  isRefused = play === null;
  if (play && !signal.aborted) {
    const picture = startPicture(player, play, play.playing ?? { kind, id });
    const release = () => play.stream !== null && releaseStream(play.stream);
    addEventListener('pagehide', release, { signal });
    discard = () => {
      picture.unload();
      release();
    };
    await picture.shown;
  }
  if (signal.aborted) return;
  Object.assign(started, { answer, player: play && player, close: () => ending.abort() });
  await wakePlayer(player.video, signal);
}

/** `shown` resolves with the first frame, or as soon as the player itself has to say something. */
function startPicture(player: MediaPlayerInstance, play: Play, title: { kind: TitleKind; id: number }) {
  const { video } = player;
  const settings = $playerSettings.get();
  const { promise: firstFrame, resolve } = Promise.withResolvers<null>();
  const done = () => resolve(null);
  const onPicture = () => {
    performance.mark(PICTURE_MARK);
    done();
  };
  const unload = player.loadAhead({
    ...{ engine: chooseEngine(), startAt: getStartPosition(title.id, play.progress).startAt, toFresh: (url) => url },
    url: getAddress(play.manifest_url, isSaving(settings, play.manifest_url, savesData(false))),
    onTrouble: (cause) => cause !== null && done(),
    onFail: () => {
      unload();
      done();
    },
    openKeySessions: createKeyOpener(title, play.stream),
    ...prepareSource(video, settings.height),
  });
  setTimeout(done, FIRST_PICTURE_TIMEOUT_MS);
  if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(onPicture);
  else (video as HTMLVideoElement).addEventListener('playing', onPicture);
  // Refused without a press: then the large Play shows.
  if (isAutoplayOn(settings)) player.play().catch(done);
  else done();
  return { shown: firstFrame, unload };
}

/** The host of modals finds the player open; its code is here before, so that no waiting screen covers the picture. */
async function wakePlayer(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  preloadCode(document.body.dataset['playCode']);
  try {
    const { preparePlayer } = await import('../PlayerModal.tsx');
    await preparePlayer();
  } catch {
    if (!video.paused) {
      addEventListener('online', () => void wakePlayer(video, signal), { signal, once: true });
      return;
    }
  }
  if (signal.aborted) return;
  const opener = Object.assign(document.createElement('span'), { hidden: true });
  opener.dataset['modal'] = '';
  document.body.appendChild(opener);
  opener.dispatchEvent(new Event('pointerover', { bubbles: true }));
  opener.remove();
}

import { api } from '../../../platform/client/island-api.ts';
import { PROGRESS_EVENT } from '../../../platform/client/events.ts';
import { isKids } from '../../../platform/client/kids.ts';
import { hasSession } from '../../../platform/client/session.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import type { TitleKind } from '../../../platform/kinds.ts';
import { adoptStyles } from '../../../platform/ui/adopt-styles.ts';
import { formatPlain } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { canPlay } from '../../entitlement/entitlement.ts';
import { formatClock } from '../../playback/client/controls/clock.ts';
import { getLocalProgress } from '../../progress/client/progress.ts';
import { getResumePosition } from '../../progress/progress.ts';
import { getTitleViewer } from '../contract.ts';
import { showStars } from './rating-stars.ts';
import css from './fill-title.css?inline';

const SAVE_MS = 500;

type Viewer = Output<typeof getTitleViewer>['data'];

/** Fills the places that a title's shared page reserves for the viewer: the main act, progress, ownership, stars. */
export function fillTitle(): void {
  adoptStyles(css);
  const fill = async () => {
    const { titleKind, titleId } = document.body.dataset;
    const title = { kind: titleKind as TitleKind, id: Number(titleId) };
    const viewer = hasSession() || isKids() ? await loadViewer(title) : readLocalViewer(title.id);
    if (viewer) show(title.id, viewer);
  };
  void fill();
  document.addEventListener(PROGRESS_EVENT, () => void fill());
  // The player has closed: its last save is on the way.
  addEventListener('popstate', () => setTimeout(() => void fill(), SAVE_MS));
}

async function loadViewer(title: { kind: TitleKind; id: number }): Promise<Viewer | null> {
  const answer = await api(getTitleViewer, title);
  return answer.ok ? answer.value.data : null;
}

const listEpisodes = () => [...document.querySelectorAll<HTMLElement>('[data-episode]')];
const readEpisodeId = ({ dataset }: HTMLElement) => Number(dataset['episode']);

/** A guest's progress is in this browser alone; what was played once may be played again. */
function readLocalViewer(id: number): Viewer {
  const watched = [id, ...listEpisodes().map(readEpisodeId)].flatMap((videoId) => {
    const progress = getLocalProgress(videoId);
    const at = getResumePosition(progress);
    if (at === null && progress.seen === 0) return [];
    return [{ id: videoId, at: at ?? 0, duration: progress.duration, share: at === null ? 1 : at / progress.duration }];
  });
  const begun = watched.find(({ id: videoId, at }) => videoId === id && at > 0) ?? watched.find(({ at }) => at > 0);
  return { state: 'free', playing: begun ?? null, watched, stars: null, can_rate: false };
}

function show(id: number, { state, playing, watched, ...rating }: Viewer): void {
  const opener = document.querySelector<HTMLElement>('.main-act');
  if (opener && playing && canPlay(state)) nameMainAct(opener, id, playing, watched.length > 0);
  for (const { id: videoId, share } of watched) {
    const still = document.querySelector(`[data-episode="${String(videoId)}"] .episode-still`);
    if (still) setBar(still, share);
  }
  if (state === 'owned') showOwned();
  if (state === 'subscribed') document.documentElement.dataset['contentSubscription'] = '';
  showStars(id, rating);
}

function nameMainAct(
  opener: HTMLElement,
  id: number,
  playing: NonNullable<Viewer['playing']>,
  hasBegun: boolean,
): void {
  const label = opener.querySelector('span');
  const number = listEpisodes()
    .find((episode) => readEpisodeId(episode) === playing.id)
    ?.querySelector('.episode-number')
    ?.textContent.trim();
  const isEpisodeOfSeries = playing.id !== id && number !== undefined;
  if (!label || (playing.at === 0 && !(isEpisodeOfSeries && hasBegun))) return;
  const time = formatClock(playing.at);
  if (playing.at > 0) {
    label.textContent = isEpisodeOfSeries ? m.play_episode_from({ number, time }) : m.play_from({ time });
    setBar(opener, playing.duration > 0 ? playing.at / playing.duration : 0);
  } else label.textContent = m.play_episode({ number: number ?? formatPlain(1) });
}

function setBar(place: Element, share: number): void {
  const bar = place.querySelector('progress') ?? document.createElement('progress');
  bar.className = 'own-bar';
  bar.max = 100;
  bar.value = Math.round(Math.min(1, share) * 100);
  bar.ariaLabel = m.continue_progress();
  place.appendChild(bar);
}

/** The place of the price stays, so that nothing moves. After a title's last day its owners alone have the main act. */
function showOwned(): void {
  document.querySelector('.main-act')?.removeAttribute('hidden');
  for (const offer of document.querySelectorAll<HTMLElement>('[data-owned-hides]')) offer.hidden = true;
  const button = document.querySelector('.buy-act button');
  button?.replaceWith(
    Object.assign(document.createElement('span'), { className: 'own-note', textContent: m.title_owned() }),
  );
}

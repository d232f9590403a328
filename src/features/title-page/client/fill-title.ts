import { api } from '../../../platform/client/island-api.ts';
import { PROGRESS_EVENT } from '../../../platform/client/events.ts';
import { isKids } from '../../../platform/client/kids.ts';
import { hasSession } from '../../../platform/client/session.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import type { TitleKind } from '../../../platform/kinds.ts';
import { adoptStyles } from '../../../platform/ui/adopt-styles.ts';
import { formatPlain } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { paths } from '../../../platform/paths.ts';
import { canPlay } from '../../entitlement/entitlement.ts';
import { formatClock } from '../../../platform/text/format-clock.ts';
import { getLocalProgress } from '../../progress/client/progress.ts';
import { getResumePosition } from '../../progress/progress.ts';
import { offerPlans, setActLabel } from '../../titles/client/offer-plans.ts';
import { chooseMainAct } from '../../titles/main-act.ts';
import { getTitleViewer } from '../contract.ts';
import { showStars } from './rating-stars.ts';
import css from './fill-title.css?inline';

const SAVE_MS = 500;

type Viewer = Output<typeof getTitleViewer>['data'];

/** Fills the places that a title's shared page reserves for the viewer: the main act, progress, ownership, stars. */
export function fillTitle(): void {
  adoptStyles(css);
  const opener = document.querySelector<HTMLAnchorElement>('a.main-act[data-modal]');
  const words = listWords(opener).map((node) => node.cloneNode(true));
  let fills = 0;
  const fill = async () => {
    const turn = (fills += 1);
    const { titleKind, titleId } = document.body.dataset;
    const title = { kind: titleKind as TitleKind, id: Number(titleId) };
    const viewer = hasSession() || isKids() ? await loadViewer(title) : readLocalViewer(title.id);
    if (!viewer || turn !== fills) return;
    for (const bar of document.querySelectorAll('.own-bar')) bar.remove();
    for (const node of listWords(opener)) node.remove();
    (opener as ParentNode | null)?.prepend(...words.map((node) => node.cloneNode(true)));
    show(opener, title, viewer);
  };
  void fill();
  document.addEventListener(PROGRESS_EVENT, () => void fill());
  // The player has closed: its last save is on the way.
  addEventListener('popstate', () => setTimeout(() => void fill(), SAVE_MS));
}

/** Without the film that a press has begun to load in it (warm-play.ts). */
const listWords = (opener: Element | null): ChildNode[] =>
  [...(opener?.childNodes ?? [])].filter((node) => !(node instanceof HTMLVideoElement));

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

function show(
  opener: HTMLAnchorElement | null,
  title: { kind: TitleKind; id: number },
  { state, playing, watched, ...rating }: Viewer,
): void {
  const { id } = title;
  if (opener && canPlay(state)) {
    const isPlay = openPlayer(opener, title);
    if (playing && isPlay) nameMainAct(opener, id, playing, watched.length > 0);
  } else if (opener) refuse(opener, title, state);
  for (const { id: videoId, share } of watched) {
    const still = document.querySelector(`[data-episode="${String(videoId)}"] .episode-still`);
    if (still) setBar(still, share);
  }
  if (state === 'owned') showOwned(m.title_owned());
  if (state === 'ticket_waiting') showOwned(m.title_ticket_yours());
  if (state === 'subscribed') document.documentElement.dataset['contentSubscription'] = '';
  showStars(id, rating);
}

const isGift = (opener: HTMLElement) => opener.querySelector('.when-signed-out') !== null;

/** False where a guest, whose right nobody has asked, is offered the trial. */
function openPlayer(opener: HTMLAnchorElement, { kind, id }: { kind: TitleKind; id: number }): boolean {
  if (!hasSession() && !isKids()) return !isGift(opener);
  if (opener.dataset['modal'] !== 'player') {
    setActLabel(opener, m.title_play());
    opener.href = paths.play(kind, id);
    opener.dataset['modal'] = 'player';
  }
  opener.hidden = false;
  const sale = document.querySelector<HTMLElement>('.buy-act:has(.main-act)');
  if (sale) sale.hidden = true;
  return true;
}

/** For a viewer whose press would be refused: the way to the plans, or for a child to a grown-up. */
function refuse(opener: HTMLAnchorElement, title: { kind: TitleKind; id: number }, state: Viewer['state']): void {
  const none = { price: null, downloads: false, isGone: false, trialDays: 0, hasLists: false };
  const act = chooseMainAct({ ...none, state, viewer: isKids() ? 'child' : 'member' });
  if (act === 'ask') setActLabel(opener, m.kids_ask_heading());
  if (act === 'subscribe') offerPlans(opener, title);
}

function nameMainAct(
  opener: HTMLElement,
  id: number,
  playing: NonNullable<Viewer['playing']>,
  hasBegun: boolean,
): void {
  const number = listEpisodes()
    .find((episode) => readEpisodeId(episode) === playing.id)
    ?.querySelector('.episode-number')
    ?.textContent.trim();
  const isEpisodeOfSeries = playing.id !== id && number !== undefined;
  if (playing.at === 0 && !(isEpisodeOfSeries && hasBegun)) return;
  const time = formatClock(playing.at);
  if (playing.at > 0) {
    setActLabel(opener, isEpisodeOfSeries ? m.play_episode_from({ number, time }) : m.play_from({ time }));
    setBar(opener, playing.duration > 0 ? playing.at / playing.duration : 0);
  } else setActLabel(opener, m.act_next_episode({ number: number ?? formatPlain(1) }));
}

function setBar(place: Element, share: number): void {
  const bar = place.querySelector('progress') ?? document.createElement('progress');
  bar.className = 'own-bar';
  bar.max = 100;
  bar.value = Math.round(Math.min(1, share) * 100);
  bar.ariaLabel = m.continue_progress();
  place.appendChild(bar);
}

/** The place of the price stays, so that nothing moves. */
function showOwned(textContent: string): void {
  for (const offer of document.querySelectorAll('[data-owned]')) {
    offer.replaceChildren(Object.assign(document.createElement('p'), { textContent }));
  }
  const button = document.querySelector('.buy-act:not([hidden]) button');
  button?.replaceWith(Object.assign(document.createElement('span'), { className: 'own-note', textContent }));
}

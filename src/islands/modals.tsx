import { lazy, type ReactNode } from 'react';
import type { ModalName, ModalOf } from '../stores/modal.ts';

const login = () => import('./auth/LoginModal.tsx').then(({ LoginModal }) => ({ default: LoginModal }));
const plans = () => import('./billing/PlansModal.tsx').then(({ PlansModal }) => ({ default: PlansModal }));
// The server never shows the player, and its bundle must not carry it (vidstack's server build does not resolve).
const player = import.meta.env.SSR
  ? () => Promise.reject(new Error('the player is for browsers only'))
  : () => import('./player/PlayerModal.tsx').then(({ PlayerModal }) => ({ default: PlayerModal }));
const live = import.meta.env.SSR
  ? () => Promise.reject(new Error('the player is for browsers only'))
  : () => import('./live/LiveModal.tsx').then(({ LiveModal }) => ({ default: LiveModal }));
const credit = () => import('./billing/CreditModal.tsx').then(({ CreditModal }) => ({ default: CreditModal }));
const directDebit = () =>
  import('./billing/DirectDebitModal.tsx').then(({ DirectDebitModal }) => ({ default: DirectDebitModal }));
const pay = () => import('./billing/PayModal.tsx').then(({ PayModal }) => ({ default: PayModal }));
const content = () => import('./cart/ContentModal.tsx').then(({ ContentModal }) => ({ default: ContentModal }));
const download = () => import('./cart/DownloadModal.tsx').then(({ DownloadModal }) => ({ default: DownloadModal }));
const soon = () => import('./SoonModal.tsx').then(({ SoonModal }) => ({ default: SoonModal }));

const Login = lazy(login);
const Plans = lazy(plans);
const Player = lazy(player);
const Live = lazy(live);
const Credit = lazy(credit);
const DirectDebit = lazy(directDebit);
const Pay = lazy(pay);
const Content = lazy(content);
const Download = lazy(download);
const Soon = lazy(soon);

/** Loads the code of each modal; the browser keeps what it has loaded, so asking ahead is free. */
export const MODAL_CODE = {
  login,
  plans,
  player,
  live,
  credit,
  'direct-debit': directDebit,
  pay,
  content,
  download,
  soon,
} satisfies Record<ModalName, () => Promise<unknown>>;

type Modals = { [N in ModalName]: (fields: ModalOf<N>) => ReactNode };

/** What shows each modal; a name without an entry does not compile. */
const MODALS: Modals = {
  login: ({ redirect, mobile, message, refresh, then }) => (
    <Login redirect={redirect} mobile={mobile} message={message} refresh={refresh} then={then} />
  ),
  plans: ({ contentId, contentType }) => <Plans contentId={contentId} contentType={contentType} />,
  player: ({ kind, id }) => <Player kind={kind} id={id} />,
  live: ({ channel, from }) => <Live key={from ?? 0} channel={channel} from={from} />,
  credit: ({ wallet }) => <Credit wallet={wallet} />,
  'direct-debit': () => <DirectDebit />,
  pay: ({ mobile, forSubscription, paymentId, itemId, itemType }) => (
    <Pay mobile={mobile} forSubscription={forSubscription} paymentId={paymentId} itemId={itemId} itemType={itemType} />
  ),
  content: ({ contentType, contentId }) => <Content kind={contentType} id={contentId} />,
  download: ({ contentType, contentId }) => <Download kind={contentType} id={contentId} />,
  soon: () => <Soon />,
};

/** The open modal as an element. */
export function renderModal<N extends ModalName>(modal: ModalOf<N> & { name: N }): ReactNode {
  return MODALS[modal.name](modal);
}

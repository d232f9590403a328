import type { ReactNode } from 'react';
import { m } from '../i18n/paraglide/messages.js';
import type { ModalName, ModalOf } from '../stores/modal.ts';
import { later } from '../ui/later.tsx';

const login = () => import('./auth/LoginModal.tsx').then(({ LoginModal }) => LoginModal);
const plans = () => import('./billing/PlansModal.tsx').then(({ PlansModal }) => PlansModal);
// The server never shows the player, and its bundle must not carry it (vidstack's server build does not resolve).
const player = import.meta.env.SSR
  ? () => Promise.reject(new Error('the player is for browsers only'))
  : () => import('./player/PlayerModal.tsx').then(({ PlayerModal }) => PlayerModal);
const live = import.meta.env.SSR
  ? () => Promise.reject(new Error('the player is for browsers only'))
  : () => import('./live/LiveModal.tsx').then(({ LiveModal }) => LiveModal);
const credit = () => import('./billing/CreditModal.tsx').then(({ CreditModal }) => CreditModal);
const directDebit = () => import('./billing/DirectDebitModal.tsx').then(({ DirectDebitModal }) => DirectDebitModal);
const pay = () => import('./billing/PayModal.tsx').then(({ PayModal }) => PayModal);
const content = () => import('./cart/ContentModal.tsx').then(({ ContentModal }) => ContentModal);
const download = () => import('./cart/DownloadModal.tsx').then(({ DownloadModal }) => DownloadModal);
const soon = () => import('./SoonModal.tsx').then(({ SoonModal }) => SoonModal);

function waiting() {
  return (
    <p className="modal-wait" role="status">
      {m.modal_loading()}
    </p>
  );
}

const Login = later(login, waiting);
const Plans = later(plans, waiting);
const Player = later(player, waiting);
const Live = later(live, waiting);
const Credit = later(credit, waiting);
const DirectDebit = later(directDebit, waiting);
const Pay = later(pay, waiting);
const Content = later(content, waiting);
const Download = later(download, waiting);
const Soon = later(soon, waiting);

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
  live: ({ channel, from }) => <Live key={`${channel} ${from ?? 0}`} channel={channel} from={from} />,
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

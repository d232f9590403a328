import { useCallback, useEffect, useState } from 'react';
import type { Playing } from '../../contract/cart.ts';
import type { TitleKind } from '../../domain/kinds.ts';
import { paths } from '../../domain/paths.ts';
import { getLocale } from '../../i18n/locale.ts';
import { m } from '../../i18n/paraglide/messages.js';
import { hasSession } from '../../stores/auth.ts';
import { errorText } from '../../domain/error-text.ts';
import { isKids } from '../../stores/kids.ts';
import { closeModal, leaveTo, openModal } from '../../stores/modal.ts';
import { savesData } from '../../stores/network.ts';
import { closePlayer } from '../../stores/player-window.ts';
import { sendProgress } from '../../stores/progress.ts';
import { Button } from '../../ui/Button.tsx';
import { later } from '../../ui/later.tsx';
import { PlayerDialog } from './PlayerDialog.tsx';
import { PlayerMessage } from './PlayerMessage.tsx';
import { PlayerWaiting } from './PlayerWaiting.tsx';
import { Refused } from './Refused.tsx';
import { useCart } from './use-cart.ts';

interface Props {
  kind: TitleKind;
  id: number;
}

/** Heard by src/components/continue/fill.ts, which names it by itself because it is inlined. */
const PROGRESS_EVENT = 'pardeh:progress';
/** Once the player is gone and has saved where it was, which it does after this component is gone. */
const tellProgress = () => void sendProgress().then(() => document.dispatchEvent(new Event(PROGRESS_EVENT)));

/** After so many episodes that went by untouched, the next one waits for a word. */
const ASK_AFTER = 3;

/** A cart that failed leads home (spec 8.15), once the viewer has read why and does not want to try again. */
const goHome = () => leaveTo(paths.home());
const loadPlayer = () => import('./Player.tsx');
const Player = later(async () => (await loadPlayer()).Player, PlayerWaiting);

/** Plays a title, or says why it does not and what to do next (spec 2.44, 2.49, 8.15). */
export function PlayerModal({ kind, id }: Props) {
  const { state, retry, fail } = useCart(kind, id);
  const refused = state.status === 'ready' && !state.cart.play;
  // A guest who can only subscribe signs in first; one who can buy sees the price.
  const guest =
    refused && state.cart.state === 'needs_subscription' && !state.cart.show_buy && !hasSession() && !isKids();
  const missing = state.status === 'failed' && (state.error?.status === 400 || state.error?.status === 404);

  /** Whether an episode led here, and how many in a row did by themselves. */
  const [went, setWent] = useState(false);
  const [untouched, setUntouched] = useState(0);
  const onTouch = useCallback(() => setUntouched(0), []);
  const onNext = useCallback((next: Playing, alone: boolean) => {
    setWent(true);
    setUntouched((count) => (alone ? count + 1 : 0));
    openModal({ name: 'player', kind: next.kind, id: next.id });
  }, []);

  useEffect(() => {
    // Whoever pressed Play mostly may: the player comes together with the answer, not after it. Unless data is dear.
    if (hasSession() || !savesData()) void loadPlayer();
  }, []);
  useEffect(() => () => queueMicrotask(tellProgress), []);
  useEffect(() => {
    if (guest) openModal({ name: 'login', redirect: paths.play(kind, id) });
    if (missing) leaveTo(paths.notFound());
  }, [guest, missing, kind, id]);

  if (state.status === 'failed' && !missing) {
    const text = state.error ? errorText(state.error, getLocale()) : m.player_failed_media();
    return (
      <PlayerMessage heading={m.player_failed()} text={text ?? m.player_failed_network()} onClose={goHome}>
        <Button onClick={retry}>{m.player_retry()}</Button>
        <a className="btn-line" href={paths.home()}>
          {m.player_home()}
        </a>
      </PlayerMessage>
    );
  }
  if (refused && !guest) return <Refused kind={kind} id={id} cart={state.cart} onClose={closeModal} onBought={retry} />;
  return (
    <PlayerDialog label={m.player_label()} onClose={closePlayer} onTouch={onTouch}>
      {state.status === 'ready' && state.cart.play ? (
        <Player
          key={state.cart.play.playing?.id ?? id}
          kind={kind}
          id={id}
          play={state.cart.play}
          billing={state.cart.billing}
          title={state.title}
          begins={went}
          asks={untouched >= ASK_AFTER}
          onNext={onNext}
          onClose={closePlayer}
          onFail={fail}
        />
      ) : (
        <PlayerWaiting />
      )}
    </PlayerDialog>
  );
}

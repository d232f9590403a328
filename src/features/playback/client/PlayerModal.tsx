import { use, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import type { Playing } from '../../paywall/contract.ts';
import type { TitleKind } from '../../../platform/kinds.ts';
import { paths } from '../../../platform/paths.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { hasSession } from '../../../platform/client/session.ts';
import { isKids } from '../../../platform/client/kids.ts';
import { leaveFailedEntitlement } from '../../../platform/client/leave-failed-entitlement.ts';
import { closeModal, openModal } from '../../../platform/client/modal.ts';
import { stayHere } from '../../../platform/client/stay-here.ts';
import { PROGRESS_EVENT } from '../../../platform/client/events.ts';
import { savesData } from '../../data-cost/data-saver.ts';
import { ModalSettingsContext } from '../../../platform/client/modal-settings.ts';
import { closePlayer, leaveInvitation } from './window/player-window.ts';
import { sendProgress } from '../../progress/client/progress.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { lazyComponent } from '../../../platform/client/lazy-component.tsx';
import { PlayerDialog } from './window/PlayerDialog.tsx';
import { PlayerMessage } from './window/PlayerMessage.tsx';
import { PlayerWaiting } from './window/PlayerWaiting.tsx';
import { PlayerRefusal } from './window/PlayerRefusal.tsx';
import { ReportPlay } from '../../qoe/client/ReportPlay.tsx';
import { usePlaySession } from '../../qoe/client/use-play-session.ts';
import { useStream, useStreamFailure } from '../../streams/client/use-stream.ts';
import { describeFailure } from './engine/failure-text.ts';
import { useEntitlement } from './use-entitlement.ts';

interface Props {
  kind: TitleKind;
  id: number;
}

const syncProgress = () => void sendProgress().then(() => document.dispatchEvent(new Event(PROGRESS_EVENT)));

/** Ask 'Still watching?' after three episodes without input. */
const ASK_AFTER = 3;

const StreamRefusal = lazyComponent(async () => (await import('../../streams/client/StreamRefusal.tsx')).StreamRefusal);
const FilmPlayer = lazyComponent(async () => (await import('./FilmPlayer.tsx')).FilmPlayer, PlayerWaiting);

export const preparePlayer = FilmPlayer.prepare;

/** Spec 2.44, 2.49, 8.15. */
export function PlayerModal(props: Props) {
  return (
    <>
      <StartScreenEnd />
      <PlayerOrRefusal {...props} />
    </>
  );
}

/** In the task in which a dialog of ours takes the place of start-play.ts. */
function StartScreenEnd() {
  useLayoutEffect(() => globalThis.startedPlay?.close?.(), []);
  return null;
}

function PlayerOrRefusal({ kind, id }: Props) {
  const { state, attempt, retry, fail } = useEntitlement(kind, id);
  const stream = state.status === 'ready' ? (state.cart.play?.stream ?? null) : null;
  const { refusal: streamRefusal, check } = useStream(stream);
  const onFail = useStreamFailure(check, fail, retry);
  const refused = state.status === 'ready' && !state.cart.play;
  const { trialDays } = use(ModalSettingsContext);
  // A guest signs in first, to the trial if there is one; without it, one who can buy sees the price.
  const isForPlan = refused && state.cart.state === 'needs_subscription' && (trialDays > 0 || !state.cart.show_buy);
  const guest = isForPlan && !hasSession() && !isKids();
  const failure = state.status === 'failed' ? state.error : null;
  usePlaySession(`${String(id)} ${String(attempt)}`, {
    isRefused: refused || streamRefusal !== null || failure !== null,
    cause: state.status === 'broken' ? state.cause : null,
  });

  const [went, setWent] = useState(false);
  const [untouched, setUntouched] = useState(0);
  const onTouch = useCallback(() => setUntouched(0), []);
  const onNext = useCallback((next: Playing, alone: boolean) => {
    setWent(true);
    setUntouched((count) => (alone ? count + 1 : 0));
    leaveInvitation();
    openModal({ name: 'player', kind: next.kind, id: next.id });
  }, []);

  useEffect(() => {
    // Load the player beside the entitlement, unless data is dear.
    if (hasSession() || !savesData(false)) preparePlayer().catch(() => null);
  }, []);
  useEffect(() => () => queueMicrotask(syncProgress), []);
  useEffect(() => {
    const redirect = stayHere(paths.play(kind, id));
    // Spec 2.49: the reason is shown before the login.
    if (guest) openModal({ name: 'login', redirect, message: m.player_needs_subscription() });
    if (failure) leaveFailedEntitlement(failure, redirect);
  }, [guest, failure, kind, id]);

  if (state.status === 'broken') {
    return (
      <PlayerMessage heading={m.player_failed()} text={describeFailure(state.cause)} onClose={closePlayer}>
        <Button onClick={retry}>{m.player_retry()}</Button>
        <a className="btn-line" href={paths.home()}>
          {m.player_home()}
        </a>
        <ReportPlay page={paths.title(kind, id)} cause={state.cause} className="btn-line" />
      </PlayerMessage>
    );
  }
  if (streamRefusal !== null)
    return (
      <StreamRefusal reason={streamRefusal} stream={stream} onPlay={retry} onClose={closePlayer}>
        <ReportPlay page={paths.title(kind, id)} className="btn-line" />
      </StreamRefusal>
    );
  if (refused && !guest)
    return <PlayerRefusal kind={kind} id={id} cart={state.cart} onClose={closeModal} onBought={retry} />;
  return (
    <PlayerDialog label={m.player_label()} onClose={closePlayer} onTouch={onTouch}>
      {state.status === 'ready' && state.cart.play ? (
        <FilmPlayer
          key={state.cart.play.playing?.id ?? id}
          kind={kind}
          id={id}
          play={state.cart.play}
          billing={state.cart.billing}
          state={state.cart.state}
          title={state.title}
          started={state.player}
          begins={went}
          asks={untouched >= ASK_AFTER}
          onNext={onNext}
          onClose={closePlayer}
          onFail={onFail}
        />
      ) : (
        <PlayerWaiting />
      )}
    </PlayerDialog>
  );
}

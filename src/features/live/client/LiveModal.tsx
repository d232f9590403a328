import { useEffect, useRef } from 'react';
import type { LivePlay } from '../contract.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { paths } from '../../../platform/paths.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { hasSession } from '../../../platform/client/session.ts';
import { errorText } from '../../../platform/text/error-text.ts';
import { closeModal, openModal } from '../../../platform/client/modal.ts';
import { closePlayer } from '../../playback/client/window/player-window.ts';
import { describeFailure } from '../../playback/client/engine/failure-text.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { lazyComponent } from '../../../platform/client/lazy-component.tsx';
import { PlayerDialog } from '../../playback/client/window/PlayerDialog.tsx';
import { PlayerMessage } from '../../playback/client/window/PlayerMessage.tsx';
import { PlayerWaiting } from '../../playback/client/window/PlayerWaiting.tsx';
import { ReportPlay } from '../../qoe/client/ReportPlay.tsx';
import { usePlaySession } from '../../qoe/client/use-play-session.ts';
import { useStream, useStreamFailure } from '../../streams/client/use-stream.ts';
import { useLive } from './use-live.ts';

interface Props {
  channel: number;
  from?: number | undefined;
}

const StreamRefusal = lazyComponent(async () => (await import('../../streams/client/StreamRefusal.tsx')).StreamRefusal);
const LivePlayer = lazyComponent(async () => (await import('./LivePlayer.tsx')).LivePlayer, PlayerWaiting);

const untouched = () => undefined;

export function LiveModal({ channel, from }: Props) {
  const { state, attempt, retry, fail, played } = useLive(channel, from);
  const stream = state.status === 'ready' ? state.play.stream : null;
  const { refusal: streamRefusal, check } = useStream(stream);
  const onFail = useStreamFailure(check, fail, retry);
  const error = state.status === 'failed' ? state.error : null;
  usePlaySession(`${String(channel)} ${String(from)} ${String(attempt)}`, {
    isLive: from === undefined,
    isRefused: streamRefusal !== null || error !== null,
    cause: state.status === 'ready' || error ? null : state.cause,
  });
  const item = `${String(channel)} ${String(from)}`;
  const place = useRef({ item, at: 0 });
  const code = error?.code;
  const needsRight = code === 'live_needs_subscription' || code === 'replay_needs_title';
  const guest = needsRight && !hasSession();
  useEffect(() => {
    if (guest)
      openModal({
        name: 'login',
        redirect: paths.livePlay(channel, from),
        message: code === 'replay_needs_title' ? m.error_replay_needs_title() : m.error_live_needs_subscription(),
      });
  }, [guest, code, channel, from]);

  if (streamRefusal !== null)
    return (
      <StreamRefusal reason={streamRefusal} stream={stream} onPlay={retry} onClose={closePlayer}>
        <ReportPlay page={location.pathname} className="btn-line" />
      </StreamRefusal>
    );
  if (state.status === 'failed' && !guest) {
    const mediaText = state.cause === 'network' ? m.live_failed() : describeFailure(state.cause);
    const text = state.error ? errorText(state.error, getLocale()) : mediaText;
    return (
      <PlayerMessage heading={m.player_failed()} text={text ?? m.player_failed_network()} onClose={closeModal}>
        <Next code={code} channel={channel} retry={retry} />
        <a className="btn-line" href={paths.lives()}>
          {m.live_all()}
        </a>
        <ReportPlay page={location.pathname} cause={state.error ? null : state.cause} className="btn-line" />
      </PlayerMessage>
    );
  }
  return (
    <PlayerDialog label={m.player_label()} onClose={closePlayer} onTouch={untouched}>
      {state.status === 'ready' ? (
        <LivePlayer
          play={state.play}
          title={getLiveTitle(state.play)}
          from={from}
          place={() => (place.current.item === item ? place.current.at : 0)}
          onPlace={(at) => {
            place.current = { item, at };
          }}
          onRestart={() => {
            const begun = state.play.programme?.starts_at;
            if (begun !== undefined) openModal({ name: 'live', channel, from: begun });
          }}
          onLive={() => openModal({ name: 'live', channel })}
          onClose={closePlayer}
          onFail={onFail}
          onPlaying={played}
        />
      ) : (
        <PlayerWaiting />
      )}
    </PlayerDialog>
  );
}

function Next({ code, channel, retry }: { code: string | undefined; channel: number; retry: () => void }) {
  if (code === 'live_needs_subscription' || code === 'replay_needs_title') {
    return <Button onClick={() => openModal({ name: 'plans' })}>{m.player_show_plans()}</Button>;
  }
  if (code === 'programme_unavailable') {
    return <Button onClick={() => openModal({ name: 'live', channel })}>{m.live_watch()}</Button>;
  }
  return <Button onClick={retry}>{m.player_retry()}</Button>;
}

function getLiveTitle({ channel, programme }: LivePlay): string {
  const locale = getLocale();
  const name = nameIn(locale, channel);
  return programme ? m.live_title({ channel: name, programme: nameIn(locale, programme) }) : name;
}

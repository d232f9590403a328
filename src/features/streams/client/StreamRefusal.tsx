import { useEffect, useState, type ReactNode } from 'react';
import { api } from '../../../platform/client/island-api.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { getStreams, stopStream, type StreamView } from '../contract.ts';
import type { StreamRefusalReason } from './use-stream.ts';

interface Props {
  reason: StreamRefusalReason;
  stream: string | null;
  onPlay: () => void;
  onClose: () => void;
  children: ReactNode;
}

export function StreamRefusal({ reason, stream, onPlay, onClose, children }: Props) {
  const [others, setOthers] = useState<StreamView[] | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (reason !== 'full') return;
    void api(getStreams, {}).then((answer) => {
      if (answer.ok) setOthers(answer.value.data.streams.filter((other) => other.stream !== stream));
    });
  }, [reason, stream]);
  const stop = async (other: string) => {
    const answer = await api(stopStream, { stream: other });
    setFailed(!answer.ok);
    if (answer.ok) onPlay();
  };
  return (
    <Dialog title={reason === 'full' ? m.streams_full_heading() : m.streams_stopped_heading()} onClose={onClose}>
      <p role="alert">{reason === 'full' ? m.error_streams_full() : m.error_stream_stopped()}</p>
      {others !== null && others.length > 0 && (
        <ul aria-label={m.streams_list()} className="flex flex-col gap-3">
          {others.map((other) => (
            <li key={other.stream} className="flex flex-wrap items-center justify-between gap-3">
              <span>
                <b>{getDeviceName(other)}</b> <bdi>{getTitleName(other)}</bdi>
              </span>
              <Button
                aria-label={m.streams_stop_name({ device: getDeviceName(other), title: getTitleName(other) })}
                onClick={() => void stop(other.stream)}
              >
                {m.streams_stop()}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {others?.length === 0 && <p>{m.streams_none()}</p>}
      {failed && <p role="alert">{m.streams_stop_failed()}</p>}
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={onPlay}>{reason === 'full' ? m.player_retry() : m.streams_play_here()}</Button>
        {children}
      </div>
    </Dialog>
  );
}

function getDeviceName({ browser, system }: StreamView): string {
  return browser !== '' && system !== ''
    ? m.device_name({ browser, system })
    : browser || system || m.device_unknown_name();
}

function getTitleName({ name_fa, name_en }: StreamView): string {
  return name_fa === null || name_en === null ? m.streams_title_unknown() : nameIn(getLocale(), { name_fa, name_en });
}

import { useId } from 'react';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import type { UploadState } from './use-upload.ts';
import { describeShare, describeSize } from './words.ts';

interface Props {
  state: Extract<UploadState, { file: string }>;
  pause: () => void;
  resume: () => void;
  cancel: () => void;
}

/** How far an upload is, with its buttons. */
export function UploadProgress({ state, pause, resume, cancel }: Props) {
  const id = useId();
  const { file, sent, bytes, name } = state;
  return (
    <div className="desk-form">
      <p id={id}>
        {m.ingest_upload()} <bdi>{file}</bdi>
      </p>
      <progress className="desk-progress" aria-labelledby={id} value={sent} max={bytes} />
      <p className="desk-note" role="status">
        {name === 'paused' && `${m.ingest_upload_paused()} `}
        <bdi>{describeShare(bytes === 0 ? 0 : sent / bytes)}</bdi>{' '}
        {m.ingest_upload_of({ sent: describeSize(sent), bytes: describeSize(bytes) })}
      </p>
      <Refusal error={name === 'failed' ? state.error : null} />
      <div className="desk-buttons">
        {name === 'sending' && (
          <Button look="line" onClick={pause}>
            {m.ingest_upload_pause()}
          </Button>
        )}
        {(name === 'paused' || name === 'failed') && <Button onClick={resume}>{m.ingest_upload_resume()}</Button>}
        <Button look="line" onClick={cancel}>
          {m.ingest_upload_cancel()}
        </Button>
      </div>
    </div>
  );
}

import { useId, useState, type ReactNode } from 'react';
import { FileInput } from '../../../../platform/desk/FileInput.tsx';
import { m } from '../../../../platform/text/desk/messages.js';
import { formatPlain } from '../../../../platform/text/format.ts';

const TYPES = 'image/jpeg,image/png,image/webp,image/avif,.jpg,.jpeg,.png,.webp,.avif';
const WHOLE_PERCENT = 100;

interface Props {
  label: string;
  hint: string;
  /** `progress`: from 0 to 1, of what is sent. */
  upload: { isPending: boolean; progress: number; isSuccess: boolean };
  onFile: (file: Blob, name: string) => void;
  children: ReactNode;
}

/** A file is dropped on the field, which covers the picture, or chosen by a press or by the keyboard. */
export function DropField({ label, hint, upload, onFile, children }: Props) {
  const [isOver, setOver] = useState(false);
  const id = useId();
  const { isPending, progress, isSuccess } = upload;
  return (
    <div>
      <label className="desk-drop" data-over={isOver || undefined}>
        <span className="desk-picture">{children}</span>
        <FileInput
          accept={TYPES}
          aria-label={label}
          aria-describedby={id}
          disabled={isPending}
          setOver={setOver}
          onFile={(file) => {
            if (!isPending) onFile(file, file.name);
          }}
        />
        <span className="desk-drop-act" aria-hidden>
          {m.art_drop()}
        </span>
      </label>
      <p id={id} className="desk-note">
        {hint}
      </p>
      <div role="status">
        {isPending && (
          <>
            <progress aria-label={label} max={1} value={progress < 1 ? progress : undefined} />
            <p className="desk-note">
              {progress < 1
                ? m.art_sending({ percent: formatPlain(Math.round(progress * WHOLE_PERCENT)) })
                : m.art_making()}
            </p>
          </>
        )}
        {isSuccess && !isPending && <p className="desk-note">{m.art_saved()}</p>}
      </div>
    </div>
  );
}

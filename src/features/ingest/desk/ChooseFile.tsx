import { useState } from 'react';
import { Select } from '../../../platform/desk/Select.tsx';
import type { TitleKind } from '../../../platform/kinds.ts';
import { nameLanguage } from '../../../platform/text/code-names.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { FileField } from '../../../platform/desk/FileField.tsx';
import {
  getMaxBytes,
  MAX_TRAILER_SECONDS,
  takesUpload,
  TEXT_KINDS,
  UPLOAD_KINDS,
  type TextKind,
  type UploadKind,
} from '../upload-rules.ts';
import { SubtitlePreview } from './SubtitlePreview.tsx';
import type { UploadTarget } from './use-upload.ts';
import { describeSize, LANGUAGES, nameTextKind, nameUploadKind } from './words.ts';

const ACCEPT: Record<UploadKind, string> = {
  film: 'video/*,.mkv,.ts,.mxf',
  trailer: 'video/*,.mkv,.ts,.mxf',
  subtitle: '.srt,.vtt,.ass,.ssa,.txt',
};

const HINTS: Record<UploadKind, () => string> = {
  film: m.ingest_choose_film,
  trailer: () =>
    m.ingest_choose_trailer({
      minutes: formatNumber(MAX_TRAILER_SECONDS / 60),
      size: describeSize(getMaxBytes('trailer')),
    }),
  subtitle: m.ingest_choose_subtitle,
};

interface Props {
  title: number;
  titleKind: TitleKind;
  /** Names of files whose uploads have not ended. */
  unfinished: readonly string[];
  send: (file: File, target: UploadTarget) => void;
}

export function ChooseFile({ title, titleKind, unfinished, send }: Props) {
  const kinds = UPLOAD_KINDS.filter((kind) => takesUpload(titleKind, kind));
  const [kind, setKind] = useState<UploadKind>(kinds[0] ?? 'trailer');
  const [language, setLanguage] = useState('fa');
  const [textKind, setTextKind] = useState<TextKind>('full');
  const [file, setFile] = useState<File | null>(null);
  const fault = file && describeFault(file, kind);
  return (
    <form
      className="desk-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (file) send(file, { title, kind, text: kind === 'subtitle' ? { language, kind: textKind } : null });
      }}
    >
      {unfinished.length > 0 && (
        <p className="desk-note">
          {m.ingest_unfinished()} <bdi>{unfinished.join(' · ')}</bdi>
        </p>
      )}
      <div className="desk-pair">
        <Select
          label={m.ingest_kind()}
          value={kind}
          options={kinds.map((key) => [key, nameUploadKind(key)] as const)}
          onChange={setKind}
        />
        {kind === 'subtitle' && (
          <Select
            label={m.ingest_language()}
            value={language}
            options={LANGUAGES.map((key) => [key, nameLanguage(key)] as const)}
            onChange={setLanguage}
          />
        )}
        {kind === 'subtitle' && (
          <Select
            label={m.ingest_text_kind()}
            value={textKind}
            options={TEXT_KINDS.map((key) => [key, nameTextKind(key)] as const)}
            onChange={setTextKind}
          />
        )}
      </div>
      <FileField label={m.ingest_choose()} hint={HINTS[kind]()} accept={ACCEPT[kind]} error={fault} onFile={setFile} />
      {kind === 'subtitle' && file && !fault && <SubtitlePreview file={file} language={language} />}
      <div className="desk-buttons">
        <Button type="submit" disabled={file === null || fault !== null}>
          {m.ingest_send()}
        </Button>
      </div>
    </form>
  );
}

function describeFault({ size }: File, kind: UploadKind): string | null {
  if (size === 0) return m.ingest_empty();
  return size > getMaxBytes(kind) ? m.ingest_too_large({ size: describeSize(getMaxBytes(kind)) }) : null;
}

import { useQuery } from '@tanstack/react-query';
import { decodeName } from '../../../platform/client/decode-name.ts';
import { Table } from '../../../platform/desk/Table.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import type { Repair, RepairKind } from '../../../platform/media/subtitles/list-repairs.ts';
import { Refusal } from '../../../platform/desk/Screen.tsx';

const KINDS: Record<RepairKind, (input: { count: string }) => string> = {
  letters: m.ingest_repair_letters,
  direction: m.ingest_repair_direction,
  marks: m.ingest_repair_marks,
  tags: m.ingest_repair_tags,
  times: m.ingest_repair_times,
};

/** A file of subtitles as the site will show it, by the reader of ingest: each repair in words, and the first of them. */
export function SubtitlePreview({ file, language }: { file: File; language: string }) {
  const answer = useQuery({
    queryKey: ['subtitle preview', file.name, file.size, file.lastModified, language],
    queryFn: async () => {
      const { listRepairs } = await import('../../../platform/media/subtitles/list-repairs.ts');
      return listRepairs(new Uint8Array(await file.arrayBuffer()), { language, decodeName });
    },
    retry: false,
  });
  if (!answer.data) return <Refusal error={answer.error} />;
  const { cues, unread, encoding, changed, counts, repairs } = answer.data;
  if (cues.length === 0) return <Refusal error={new Error(m.ingest_subtitle_none())} />;
  return (
    <figure className="desk-preview">
      <figcaption className="desk-note">
        {m.ingest_subtitle_preview({ count: formatNumber(cues.length) })} <bdi dir="ltr">{encoding}</bdi>
        {unread.count > 0 && <> {m.ingest_subtitle_unread({ count: formatNumber(unread.count) })}</>}
      </figcaption>
      <p>{changed === 0 ? m.ingest_repair_none() : m.ingest_repair_sum({ count: formatNumber(changed) })}</p>
      {changed > 0 && (
        <>
          <ul>
            {Array.from(counts, ([kind, count]) => (
              <li key={kind}>{KINDS[kind]({ count: formatNumber(count) })}</li>
            ))}
          </ul>
          <RepairTable repairs={repairs} language={language} />
        </>
      )}
    </figure>
  );
}

function RepairTable({ repairs, language }: { repairs: readonly Repair[]; language: string }) {
  const show = (text: string) => (
    <bdi className="desk-words" dir="auto" lang={language}>
      {text}
    </bdi>
  );
  return (
    <Table
      label={m.ingest_repairs()}
      rows={repairs}
      getKey={({ line }) => line}
      empty={m.ingest_repair_none()}
      columns={[
        { name: m.ingest_line(), kind: 'number', show: ({ line }) => formatNumber(line) },
        { name: m.title_before(), kind: 'wide', show: ({ before }) => show(before) },
        { name: m.title_after(), kind: 'wide', show: ({ after }) => show(after) },
      ]}
    />
  );
}

import { useState } from 'react';
import { Badge, Code, Facts, Moment } from '../../../platform/desk/Parts.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { Table, type Column } from '../../../platform/desk/Table.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { nameMember } from '../../../platform/desk/name-member.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { nameIn } from '../../../platform/text/locale.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { Link } from 'wouter';
import { listIngests, retryIngest, setIngestPriority, type IngestJob } from '../contract.ts';
import { CancelDialog } from './CancelDialog.tsx';
import {
  describeJob,
  describeReport,
  describeShare,
  describeSize,
  nameFailure,
  nameStep,
  nameUploadKind,
} from './words.ts';

interface Props {
  rows: readonly IngestJob[];
  /** In a title's own record each row is of that title. */
  isOfTitle: boolean;
}

export function JobTable({ rows, isOfTitle }: Props) {
  const [reported, setReported] = useState<IngestJob | null>(null);
  const [cancelling, setCancelling] = useState<IngestJob | null>(null);
  const mayWrite = usePermissions().includes('media.write');
  const retry = useAct(retryIngest, [listIngests], [listIngests]);
  const order = useAct(setIngestPriority, [listIngests], [listIngests]);
  const title: Column<IngestJob> = {
    name: m.ingest_title(),
    show: ({ title_id: id, name_fa: fa, name_en: en }) =>
      fa === null ? (
        m.ingest_title_removed()
      ) : (
        <Link className="desk-link" href={`/titles/${String(id)}`}>
          <bdi>{nameIn(getLocale(), { name_fa: fa, name_en: en ?? '' })}</bdi>
        </Link>
      ),
  };
  return (
    <>
      <Refusal error={retry.error ?? order.error} />
      <Table
        label={m.ingest_jobs()}
        rows={rows}
        getKey={({ id }) => id}
        empty={isOfTitle ? m.ingest_none_of_title() : m.ingest_jobs_none()}
        columns={[
          ...(isOfTitle ? [] : [title]),
          {
            name: m.ingest_file(),
            show: ({ kind, file, bytes }) => (
              <>
                {nameUploadKind(kind)} <bdi className="desk-note desk-sum">{describeSize(bytes)}</bdi>
                <span className="desk-words desk-note">
                  <bdi>{file}</bdi>
                </span>
              </>
            ),
          },
          { name: m.payment_state(), kind: 'wide', show: (job) => <JobState job={job} /> },
          {
            name: m.payment_when(),
            show: ({ created_at: at, operator }) => (
              <>
                <Moment at={at} />{' '}
                <span className="desk-words desk-note">
                  <bdi>{nameMember(operator)}</bdi>
                </span>
              </>
            ),
          },
          {
            name: m.ingest_acts(),
            show: (job) => (
              <div className="desk-row-acts">
                {(job.report !== null || job.detail !== '') && (
                  <Button
                    look="link"
                    onClick={() => {
                      setReported(job);
                    }}
                  >
                    {m.ingest_report()}
                  </Button>
                )}
                {mayWrite && job.state === 'waiting' && (
                  <Button
                    look="link"
                    busy={order.isPending}
                    onClick={() => {
                      order.mutate({ id: job.id, priority: job.priority === 1 ? 0 : 1 });
                    }}
                  >
                    {job.priority === 1 ? m.ingest_priority_off() : m.ingest_priority_on()}
                  </Button>
                )}
                {mayWrite && isOver(job) && (
                  <Button
                    look="link"
                    busy={retry.isPending}
                    onClick={() => {
                      retry.mutate({ id: job.id });
                    }}
                  >
                    {m.ingest_retry()}
                  </Button>
                )}
                {mayWrite && !isOver(job) && (
                  <Button
                    look="link"
                    onClick={() => {
                      setCancelling(job);
                    }}
                  >
                    {m.ingest_cancel()}
                  </Button>
                )}
              </div>
            ),
          },
        ]}
      />
      {reported && (
        <Dialog
          title={m.ingest_report()}
          wide
          onClose={() => {
            setReported(null);
          }}
        >
          {reported.report && <Facts rows={describeReport(reported.report)} />}
          {reported.detail !== '' && (
            <pre className="desk-words" dir="ltr">
              {reported.detail}
            </pre>
          )}
        </Dialog>
      )}
      {cancelling && (
        <CancelDialog
          job={cancelling}
          onClose={() => {
            setCancelling(null);
          }}
        />
      )}
    </>
  );
}

const isOver = ({ state }: IngestJob) => ['done', 'failed', 'cancelled'].includes(state);

function JobState({ job }: { job: IngestJob }) {
  const { tone, text } = describeJob(job);
  const { state, progress, step, code, worker, priority } = job;
  return (
    <>
      <Badge tone={tone}>{text}</Badge>{' '}
      {state === 'waiting' && priority === 1 && <span className="desk-note">{m.ingest_first()}</span>}
      {state === 'working' && (
        <>
          <bdi>{describeShare(progress / 1000)}</bdi> <span className="desk-note">{nameStep(step)}</span>
        </>
      )}
      {(state === 'working' || state === 'leased') && (
        <span className="desk-words desk-note">
          <Code text={worker} />
        </span>
      )}
      {code !== null && <span className="desk-words">{nameFailure(code)}</span>}
    </>
  );
}

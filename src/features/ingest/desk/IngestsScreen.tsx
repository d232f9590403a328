import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { toIso } from '../../../platform/desk/csv.ts';
import { Pager } from '../../../platform/desk/Pager.tsx';
import { useQueryParam } from '../../../platform/desk/query-param.ts';
import { Loaded, Screen } from '../../../platform/desk/Screen.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { nameMember } from '../../../platform/desk/name-member.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { nameIn } from '../../../platform/text/locale.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { JOB_STATES, listIngests, type IngestJob, type JobState } from '../contract.ts';
import { JobTable } from './JobTable.tsx';
import { describeJob, nameFailure, nameJobState, nameUploadKind } from './words.ts';

/** The queue of film files. */
export function IngestsScreen() {
  const [filter, setFilter] = useQueryParam('state');
  const [before, setBefore] = useQueryParam('before');
  const state = JOB_STATES.find((option) => option === filter);
  const answer = useCall(listIngests, { ...(state && { state }), ...(before !== null && { before }) });
  return (
    <Screen
      title={m.ingest_queue()}
      note={m.ingest_queue_note()}
      actions={
        <>
          <Select<JobState | ''>
            label={m.payment_state()}
            value={state ?? ''}
            options={[['', m.filter_all()], ...JOB_STATES.map((key) => [key, nameJobState(key)] as const)]}
            onChange={(value) => {
              setFilter(value, ['before']);
            }}
          />
          <Button look="line" busy={answer.isFetching} onClick={() => void answer.refetch()}>
            {m.ingest_refresh()}
          </Button>
        </>
      }
    >
      <Loaded answer={answer}>
        {({ data, next }) => (
          <>
            <JobTable rows={data} isOfTitle={false} />
            {data.length > 0 && (
              <CsvButton name="pardeh-film-queue" header={describeColumns()} getRows={() => data.map(listCells)} />
            )}
            <Pager next={next === null ? null : String(next)} isFirst={before === null} go={setBefore} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}

const describeColumns = () => [
  ...[m.payment_number(), m.titles_id(), m.ingest_title(), m.titles_kind(), m.ingest_file(), m.ingest_bytes()],
  ...[m.payment_state(), m.ingest_failure(), m.payment_when(), m.audit_who()],
];

const listCells = (job: IngestJob) => [
  ...[job.id, job.title_id, nameIn(getLocale(), { name_fa: job.name_fa ?? '', name_en: job.name_en ?? '' })],
  ...[nameUploadKind(job.kind), job.file, job.bytes, describeJob(job).text],
  ...[job.code === null ? '' : nameFailure(job.code), toIso(job.created_at), nameMember(job.operator)],
];

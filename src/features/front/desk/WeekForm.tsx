import { useState } from 'react';
import { createKey } from '../../../platform/desk/create-key.ts';
import { DraftNote } from '../../../platform/desk/DraftNote.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Panel } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { buildWeek } from '../../live/playout/spans.ts';
import {
  getChannelWeek,
  listDeskChannels,
  MAX_ADDED_PROGRAMMES,
  MAX_PROGRAMMES,
  saveChannelWeek,
  type DeskWeek,
} from '../weeks-contract.ts';
import { describeWeek } from './describe-week.ts';
import { FrontHistory } from './FrontHistory.tsx';
import { ProgrammeDialog } from './ProgrammeDialog.tsx';
import { SaveBar } from './SaveBar.tsx';
import { usePartDraft } from './use-part-draft.ts';
import {
  DAY_MINUTES,
  draftWeek,
  listWeekChanges,
  moveProgramme,
  toDraftWeek,
  type DraftProgramme,
} from './week-draft.ts';
import { describeMinute } from './week-words.ts';
import { WeekTable } from './WeekTable.tsx';

const BLANK = { day: 0, start: 0, minutes: 60, name_fa: '', name_en: '' };
const BARE = { title_id: null, title: null, media: null, picture: null, has_media: false };

/** The week of a channel: all of it is one save. */
export function WeekForm({ week }: { week: DeskWeek }) {
  const edits = usePartDraft(`week:${String(week.id)}`, draftWeek, { rev: week.rev, value: toDraftWeek(week) });
  const save = useAct(saveChannelWeek, [getChannelWeek, listDeskChannels], [getChannelWeek]);
  const mayWrite = usePermissions().includes('front.write');
  const [open, setOpen] = useState<DraftProgramme | null>(null);
  const [status, setStatus] = useState('');
  const programmes = edits.value;
  const findings = buildWeek(programmes).findings.toSorted((a, b) => a.at - b.at);
  const changes = listWeekChanges(toDraftWeek(week), programmes);
  const isLarge = changes.add.length > MAX_ADDED_PROGRAMMES;
  const close = () => {
    setOpen(null);
  };
  return (
    <div className="desk-stack">
      <Panel title={m.weeks_findings()}>
        {findings.length === 0 ? (
          <p className="desk-note">{m.weeks_full()}</p>
        ) : (
          <ul className="desk-findings">
            {findings.map(({ is, at, minutes }) => (
              <li key={`${is} ${String(at)}`}>
                {(is === 'gap' ? m.weeks_gap_at : m.weeks_overlap_at)({
                  minutes: formatNumber(minutes),
                  time: describeMinute(at),
                })}
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel
        title={m.weeks_week()}
        actions={
          mayWrite &&
          programmes.length < MAX_PROGRAMMES && (
            <Button
              look="line"
              onClick={() => {
                setOpen({ key: createKey('programme'), ...BLANK, ...BARE });
              }}
            >
              {m.weeks_add()}
            </Button>
          )
        }
      >
        <p className="desk-note">{m.weeks_note()}</p>
        <DraftNote isStored={edits.isStored} clear={edits.clear} />
        <WeekTable
          programmes={programmes}
          mayWrite={mayWrite && !save.isPending}
          onOpen={setOpen}
          onFill={({ at, minutes }) => {
            const place = {
              day: Math.floor(at / DAY_MINUTES),
              start: at % DAY_MINUTES,
              minutes: Math.min(minutes, DAY_MINUTES),
            };
            setOpen({ key: createKey('programme'), ...BLANK, ...BARE, ...place });
          }}
          onMove={(key, minute) => {
            edits.change(moveProgramme(programmes, key, minute));
            setStatus(m.weeks_moved({ time: describeMinute(minute) }));
          }}
        />
        <p className="desk-note" role="status">
          {status}
        </p>
        {isLarge && <p className="desk-refusal">{m.weeks_large({ most: formatNumber(MAX_ADDED_PROGRAMMES) })}</p>}
        {mayWrite && (
          <SaveBar
            {...{ edits, act: save, isReady: !isLarge }}
            theirs={m.weeks_theirs({ count: formatNumber(week.programmes.length) })}
            save={() => {
              save.mutate({ id: week.id, rev: edits.rev, ...changes }, { onSuccess: edits.clear });
            }}
          />
        )}
        <FrontHistory label={m.weeks_changes()} changes={week.changes} describe={describeWeek} />
      </Panel>
      {open && (
        <ProgrammeDialog
          programme={open}
          isNew={!programmes.some(({ key }) => key === open.key)}
          onDone={(next) => {
            edits.change([...programmes.filter(({ key }) => key !== next.key), next]);
            close();
          }}
          onRemove={() => {
            edits.change(programmes.filter(({ key }) => key !== open.key));
            close();
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

import { useState } from 'react';
import { Link } from 'wouter';
import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { toIso } from '../../../platform/desk/csv.ts';
import { Pager } from '../../../platform/desk/Pager.tsx';
import { Badge, Moment, Toman } from '../../../platform/desk/Parts.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { useQueryParam } from '../../../platform/desk/query-param.ts';
import { Loaded, Screen } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { listDeskScreenings, type ListedScreening } from '../screenings-contract.ts';
import { ScreeningDialog } from './ScreeningDialog.tsx';
import { describeWindow, nameRef } from './words.ts';

export function ScreeningsScreen() {
  const [before, setBefore] = useQueryParam('before');
  const answer = useCall(listDeskScreenings, { ...(before !== null && { before }) });
  const mayWrite = usePermissions().includes('tickets.write');
  const [openId, setOpenId] = useState<number | 'new' | null>(null);
  return (
    <Screen
      title={m.screenings_title()}
      note={
        <Link className="desk-link" href="/front">
          {m.front_back()}
        </Link>
      }
      actions={
        mayWrite && (
          <Button
            onClick={() => {
              setOpenId('new');
            }}
          >
            {m.screenings_make()}
          </Button>
        )
      }
    >
      <Loaded answer={answer}>
        {({ data, next }) => (
          <>
            <Table
              label={m.screenings_title()}
              rows={data}
              getKey={({ id }) => id}
              empty={m.screenings_none()}
              columns={[
                {
                  name: m.titles_name(),
                  kind: 'wide',
                  show: (screening) => (
                    <Button
                      look="link"
                      onClick={() => {
                        setOpenId(screening.id);
                      }}
                    >
                      <bdi>{nameRef(screening.title, screening.title_id)}</bdi>
                    </Button>
                  ),
                },
                { name: m.payment_state(), show: (screening) => <State screening={screening} /> },
                { name: m.screenings_starts(), show: ({ starts_at: at }) => <Moment at={at} /> },
                { name: m.screenings_ends(), show: ({ ends_at: at }) => <Moment at={at} /> },
                { name: m.screenings_hours(), kind: 'number', show: ({ hours }) => formatNumber(hours) },
                { name: m.screenings_toman(), kind: 'number', show: ({ toman }) => <Toman value={toman} /> },
                { name: m.screenings_tickets(), kind: 'number', show: ({ tickets }) => formatNumber(tickets) },
                { name: m.screenings_seats(), kind: 'number', show: describeSeats },
              ]}
            />
            {data.length > 0 && (
              <CsvButton name="pardeh-screenings" header={describeColumns()} getRows={() => data.map(listCells)} />
            )}
            <Pager next={next === null ? null : String(next)} isFirst={before === null} go={setBefore} />
          </>
        )}
      </Loaded>
      {openId !== null && (
        <ScreeningDialog
          id={openId}
          onClose={() => {
            setOpenId(null);
          }}
        />
      )}
    </Screen>
  );
}

const describeScreening = (screening: ListedScreening) =>
  screening.hidden ? { tone: 'bad' as const, text: m.titles_state_hidden() } : describeWindow(screening);

const describeSeats = ({ seats, capacity }: ListedScreening) =>
  capacity === null
    ? formatNumber(seats)
    : m.screenings_seats_of({ count: formatNumber(seats), all: formatNumber(capacity) });

function State({ screening }: { screening: ListedScreening }) {
  const { tone, text } = describeScreening(screening);
  return <Badge tone={tone}>{text}</Badge>;
}

const describeColumns = () => [
  ...[m.payment_number(), m.titles_id(), m.titles_name(), m.payment_state(), m.screenings_starts()],
  ...[m.screenings_ends(), m.screenings_hours(), m.screenings_toman(), m.screenings_tickets()],
  ...[m.screenings_seats(), m.screenings_capacity()],
];

const listCells = (screening: ListedScreening) => [
  ...[screening.id, screening.title_id, nameRef(screening.title, screening.title_id)],
  ...[describeScreening(screening).text, toIso(screening.starts_at), toIso(screening.ends_at)],
  ...[screening.hours, screening.toman, screening.tickets, screening.seats, screening.capacity ?? ''],
];

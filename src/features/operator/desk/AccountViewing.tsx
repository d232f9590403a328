import { toIso } from '../../../platform/desk/csv.ts';
import { Link } from 'wouter';
import { getOperatorName } from '../../../platform/config/operators.ts';
import { Badge, Day, Moment } from '../../../platform/desk/Parts.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Loaded, Panel } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber, formatPlain } from '../../../platform/text/format.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { getAccountViewing, type AccountPlay } from '../viewing-contract.ts';
import { PaymentLink } from './PaymentLink.tsx';
import { listQualityColumns } from './quality-columns.ts';

type Viewing = Output<typeof getAccountViewing>['data'];

/** Plays of the last day beside the figures of their networks, lists, and purchases: for members with `people.viewing`. */
export function AccountViewing({ id }: { id: number }) {
  return usePermissions().includes('people.viewing') ? <Viewing id={id} /> : null;
}

function Viewing({ id }: { id: number }) {
  const answer = useCall(getAccountViewing, { id });
  return (
    <>
      <div className="desk-whole">
        <Panel title={m.viewing_plays()}>
          <Loaded answer={answer}>{({ data }) => <Plays viewing={data} />}</Loaded>
        </Panel>
      </div>
      {answer.data && <Belongings viewing={answer.data.data} />}
    </>
  );
}

const STATES: Record<AccountPlay['state'], () => string> = {
  running: m.viewing_running,
  over: m.viewing_over,
  stopped: m.viewing_stopped,
};

const nameNetwork = (network: number) => getOperatorName(network, getLocale()) ?? m.figures_unnamed_network();

const countMinutes = ({ began_at: from, ends_at: to }: AccountPlay) => Math.max(0, Math.round((to - from) / 60));
const nameDevice = ({ browser, system }: AccountPlay) =>
  [browser, system].filter((part) => part !== '').join(' ') || m.devices_unknown();

function Plays({ viewing: { plays, networks } }: { viewing: Viewing }) {
  return (
    <>
      <Table
        label={m.viewing_plays()}
        rows={plays.map((play, at) => ({ ...play, at }))}
        getKey={({ at }) => at}
        empty={m.viewing_no_plays()}
        file="pardeh-plays"
        columns={[
          {
            name: m.viewing_began(),
            show: ({ began_at: at }) => <Moment at={at} />,
            cell: ({ began_at: at }) => toIso(at),
          },
          {
            name: m.viewing_title(),
            kind: 'wide',
            show: (play) => <Name kind={play.kind} id={play.item_id} name={play} />,
            cell: (play) => getName(play.item_id, play),
          },
          {
            name: m.viewing_minutes(),
            kind: 'number',
            show: (play) => formatNumber(countMinutes(play)),
            cell: countMinutes,
          },
          {
            name: m.payment_state(),
            show: ({ state }) => (
              <Badge tone={state === 'running' ? 'good' : state === 'stopped' ? 'open' : 'quiet'}>
                {STATES[state]()}
              </Badge>
            ),
            cell: ({ state }) => STATES[state](),
          },
          {
            name: m.devices_one(),
            show: (play) => <bdi>{nameDevice(play)}</bdi>,
            cell: nameDevice,
          },
          {
            name: m.viewing_network(),
            show: ({ network }) => <bdi>{nameNetwork(network)}</bdi>,
            cell: ({ network }) => nameNetwork(network),
          },
        ]}
      />
      {networks.length > 0 && (
        <>
          <p className="desk-note">{m.viewing_networks_note()}</p>
          <Table
            label={m.viewing_networks()}
            rows={networks}
            getKey={({ network }) => network}
            empty={m.quality_empty()}
            columns={[
              { name: m.viewing_network(), kind: 'wide', show: ({ network }) => <bdi>{nameNetwork(network)}</bdi> },
              ...listQualityColumns().map(({ name, show }) => ({ name, show, kind: 'number' as const })),
            ]}
          />
        </>
      )}
    </>
  );
}

interface Names {
  name_fa: string | null;
  name_en: string | null;
}

const getName = (id: number, { name_fa: fa, name_en: en }: Names) =>
  fa === null ? formatPlain(id) : nameIn(getLocale(), { name_fa: fa, name_en: en ?? '' });

/** A title's is a link where the member may open it. */
function Name({ kind, id, name }: { kind: AccountPlay['kind']; id: number; name: Names }) {
  const isLink = usePermissions().includes('titles.read') && kind === 'title' && name.name_fa !== null;
  const text = <bdi>{getName(id, name)}</bdi>;
  if (!isLink) return text;
  return (
    <Link className="desk-link" href={`/titles/${String(id)}`}>
      {text}
    </Link>
  );
}

const LISTS: Record<Viewing['lists'][number]['list'], () => string> = {
  later: m.viewing_later,
  watching: m.viewing_watching,
  watched: m.viewing_watched,
};

function Belongings({ viewing: { lists, purchases } }: { viewing: Viewing }) {
  return (
    <>
      <Panel title={m.viewing_lists()}>
        <Table
          label={m.viewing_lists()}
          rows={lists.flatMap(({ list, titles }) => titles.map((title) => ({ ...title, list })))}
          getKey={({ list, title_id: title }) => `${list} ${String(title)}`}
          empty={m.viewing_no_lists()}
          columns={[
            { name: m.viewing_list(), show: ({ list }) => LISTS[list]() },
            {
              name: m.viewing_title(),
              kind: 'wide',
              show: (row) => <Name kind="title" id={row.title_id} name={row} />,
            },
            { name: m.viewing_added(), show: ({ added_at: at }) => <Day at={at} /> },
          ]}
        />
        {lists.some(({ count, titles }) => count > titles.length) && (
          <p className="desk-note">
            {m.viewing_lists_note({
              later: formatNumber(countList(lists, 'later')),
              watching: formatNumber(countList(lists, 'watching')),
              watched: formatNumber(countList(lists, 'watched')),
            })}
          </p>
        )}
      </Panel>
      <div className="desk-whole">
        <Panel title={m.viewing_purchases()}>
          <Table
            label={m.viewing_purchases()}
            rows={purchases}
            getKey={({ kind, title_id: title, payment_id: payment }) => `${kind} ${String(title)} ${payment}`}
            empty={m.viewing_no_purchases()}
            columns={[
              { name: m.payment_what(), show: ({ kind }) => PURCHASES[kind]() },
              {
                name: m.viewing_title(),
                kind: 'wide',
                show: (row) => <Name kind="title" id={row.title_id} name={row} />,
              },
              { name: m.viewing_bought(), show: ({ bought_at: at }) => <Day at={at} /> },
              {
                name: m.viewing_until(),
                show: ({ ends_at: at }) => (at === null ? m.viewing_for_good() : <Moment at={at} />),
              },
              { name: m.payment_one(), show: ({ payment_id: payment }) => <PaymentLink id={payment} /> },
            ]}
          />
        </Panel>
      </div>
    </>
  );
}

const PURCHASES: Record<Viewing['purchases'][number]['kind'], () => string> = {
  title: m.purpose_title,
  screening: m.line_screening,
  download: m.line_download,
};

const countList = (lists: Viewing['lists'], name: Viewing['lists'][number]['list']) =>
  lists.find(({ list }) => list === name)?.count ?? 0;

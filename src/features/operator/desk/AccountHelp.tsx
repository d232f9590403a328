import { toIso } from '../../../platform/desk/csv.ts';
import { Link } from 'wouter';
import { Badge, Day, Words } from '../../../platform/desk/Parts.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { Loaded, Panel } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatPlain } from '../../../platform/text/format.ts';
import type { HelpState } from '../../help/help.ts';
import { listAccountHelp } from '../../help/desk-contract.ts';

/** The person's threads with support, for members with `help.read`. */
export function AccountHelp({ id }: { id: number }) {
  return usePermissions().includes('help.read') ? <Threads id={id} /> : null;
}

const STATES: Record<HelpState, () => string> = { open: m.help_open, answered: m.help_answered, closed: m.help_closed };

function Threads({ id }: { id: number }) {
  const answer = useCall(listAccountHelp, { id });
  return (
    <div className="desk-whole">
      <Panel title={m.person_help()}>
        <Loaded answer={answer}>
          {({ data }) => (
            <Table
              label={m.person_help()}
              rows={data}
              getKey={({ number }) => number}
              empty={m.person_no_help()}
              file="pardeh-messages"
              columns={[
                {
                  name: m.person_number(),
                  show: ({ number }) => (
                    <Link className="desk-link" href={`/help/${String(number)}`}>
                      {formatPlain(number)}
                    </Link>
                  ),
                  cell: ({ number }) => number,
                },
                {
                  name: m.payment_when(),
                  show: ({ changed_at: at }) => <Day at={at} />,
                  cell: ({ changed_at: at }) => toIso(at),
                },
                {
                  name: m.comments_text(),
                  kind: 'wide',
                  show: ({ text }) => <Words text={text} />,
                  cell: ({ text }) => text,
                },
                {
                  name: m.payment_state(),
                  show: ({ state }) => (
                    <Badge tone={state === 'open' ? 'open' : state === 'answered' ? 'good' : 'quiet'}>
                      {STATES[state]()}
                    </Badge>
                  ),
                  cell: ({ state }) => STATES[state](),
                },
              ]}
            />
          )}
        </Loaded>
      </Panel>
    </div>
  );
}

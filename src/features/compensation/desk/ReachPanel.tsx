import { Link } from 'wouter';
import { Day, Mobile } from '../../../platform/desk/Parts.tsx';
import { Empty } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import type { Output } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import type { previewCompensation } from '../desk-contract.ts';

/** How many accounts, and the first of them. */
export function ReachPanel({ people, sample }: Output<typeof previewCompensation>['data']) {
  if (people === null) return <Empty>{m.compensation_nobody_known()}</Empty>;
  return (
    <>
      <p>
        <strong>{m.compensation_reach({ people: formatNumber(people) })}</strong>
      </p>
      {people > 0 && (
        <Table
          label={m.compensation_sample()}
          rows={sample}
          getKey={({ id }) => id}
          empty={m.value_none()}
          columns={[
            {
              name: m.compensation_sample(),
              kind: 'wide',
              show: ({ id, mobile, name }) => (
                <Link className="desk-link" href={`/accounts/${String(id)}`}>
                  {name !== '' && <bdi>{name} </bdi>}
                  <Mobile number={mobile} />
                </Link>
              ),
            },
            { name: m.person_until(), show: ({ subscribed_until: until }) => <Day at={until} /> },
          ]}
        />
      )}
    </>
  );
}

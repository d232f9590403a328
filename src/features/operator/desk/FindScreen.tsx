import { Link } from 'wouter';
import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { Badge, Day, Mobile } from '../../../platform/desk/Parts.tsx';
import { Empty, Loaded, Screen } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { useQueryParam } from '../../../platform/desk/query-param.ts';
import { useCall } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import { findAccounts, type ACCOUNT_MATCHES } from '../accounts-contract.ts';
import { FoundBatches } from './FoundBatches.tsx';
import { PaymentLink } from './PaymentLink.tsx';

const MATCHES: Record<(typeof ACCOUNT_MATCHES)[number], () => string> = {
  mobile: m.match_mobile,
  payment: m.match_payment,
  reference: m.match_reference,
  tracking: m.match_tracking,
  card: m.match_card,
  name: m.match_name,
  id: m.match_id,
};

/** An account by whatever a caller can say. */
export function FindScreen() {
  const [query] = useQueryParam('q');
  const answer = useCall(findAccounts, { query: query ?? '' }, { enabled: query !== null, isFresh: true });
  return (
    <Screen title={query === null ? m.find_title() : m.find_of({ query })} note={m.find_note()}>
      {query === null ? (
        <Empty>{m.find_start()}</Empty>
      ) : (
        <Loaded answer={answer}>
          {({ data, has_more: hasMore }) => (
            <>
              <FoundBatches number={query} />
              <Table
                label={m.find_title()}
                rows={data}
                getKey={({ id, match, payment_id }) => `${String(id)} ${match} ${payment_id ?? ''}`}
                empty={m.find_none()}
                columns={[
                  {
                    name: m.person_mobile(),
                    show: ({ id, mobile }) => (
                      <Link className="desk-link" href={`/accounts/${String(id)}`}>
                        <Mobile number={mobile} />
                      </Link>
                    ),
                  },
                  { name: m.person_name(), kind: 'wide', show: ({ name }) => <bdi>{name || m.value_none()}</bdi> },
                  { name: m.person_until(), show: ({ subscribed_until: until }) => <Day at={until} /> },
                  { name: m.find_by(), show: ({ match }) => <Badge tone="quiet">{MATCHES[match]()}</Badge> },
                  {
                    name: m.payment_one(),
                    show: ({ payment_id: id }) => <PaymentLink id={id} />,
                  },
                ]}
              />
              {hasMore && <p className="desk-note">{m.find_more({ number: formatNumber(data.length) })}</p>}
              {data.length > 0 && (
                <CsvButton
                  name="pardeh-people"
                  header={[
                    ...[m.person_number(), m.person_mobile(), m.person_name(), m.person_until(), m.find_by()],
                    m.payment_one(),
                  ]}
                  getRows={() =>
                    data.map(({ id, mobile, name, subscribed_until: until, match, payment_id: payment }) => [
                      ...[id, mobile, name, until === 0 ? '' : new Date(until * 1000).toISOString()],
                      ...[MATCHES[match](), payment ?? ''],
                    ])
                  }
                />
              )}
            </>
          )}
        </Loaded>
      )}
    </Screen>
  );
}

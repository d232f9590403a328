import { Link } from 'wouter';
import { CsvButton } from '../../../platform/desk/CsvButton.tsx';
import { Pager } from '../../../platform/desk/Pager.tsx';
import { Badge, Code, Moment, Toman } from '../../../platform/desk/Parts.tsx';
import { Loaded, Screen } from '../../../platform/desk/Screen.tsx';
import { Select } from '../../../platform/desk/Select.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { useQueryParam } from '../../../platform/desk/query-param.ts';
import { useCall } from '../../../platform/desk/use-call.ts';
import { getLocale } from '../../../platform/text/current-locale.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatPlain } from '../../../platform/text/format.ts';
import { nameIn } from '../../../platform/text/locale.ts';
import { GIFT_STATES, type GiftState } from '../contract.ts';
import { listGiftCards } from '../desk-contract.ts';

const STATES: Record<GiftState, readonly ['open' | 'good' | 'quiet', () => string]> = {
  waiting: ['open', m.gifts_waiting],
  redeemed: ['good', m.gifts_redeemed],
  returned: ['quiet', m.gifts_returned],
};

export function GiftCardsScreen() {
  const [filter, setFilter] = useQueryParam('state');
  const [before, setBefore] = useQueryParam('before');
  const state = GIFT_STATES.find((option) => option === filter);
  const answer = useCall(listGiftCards, { ...(state && { state }), ...(before !== null && { before }) });
  return (
    <Screen
      title={m.gifts_title()}
      note={
        <>
          {m.gifts_note()}{' '}
          <Link className="desk-link" href="/gifts/batches">
            {m.batches_title()}
          </Link>
        </>
      }
      actions={
        <Select<GiftState | ''>
          label={m.payment_state()}
          value={state ?? ''}
          options={[['', m.filter_all()], ...GIFT_STATES.map((key) => [key, STATES[key][1]()] as const)]}
          onChange={(value) => {
            setFilter(value, ['before']);
          }}
        />
      }
    >
      <Loaded answer={answer}>
        {({ data, next }) => (
          <>
            <Table
              label={m.gifts_title()}
              rows={data}
              getKey={({ id }) => id}
              empty={m.gifts_none()}
              columns={[
                { name: m.gifts_tail(), show: ({ tail }) => <Code text={tail} /> },
                { name: m.payment_what(), kind: 'wide', show: (card) => nameIn(getLocale(), card) },
                { name: m.payment_sum(), kind: 'number', show: ({ toman }) => <Toman value={toman} /> },
                {
                  name: m.payment_state(),
                  show: ({ state: now }) => <Badge tone={STATES[now][0]}>{STATES[now][1]()}</Badge>,
                },
                { name: m.gifts_bought(), show: ({ bought_at: at }) => <Moment at={at} /> },
                {
                  name: m.gifts_buyer(),
                  show: ({ buyer }) => (buyer === null ? m.batches_outside() : <AccountLink id={buyer} />),
                },
                {
                  name: m.gifts_redeemer(),
                  show: ({ redeemer }) => (redeemer === null ? m.value_none() : <AccountLink id={redeemer} />),
                },
                {
                  name: m.payment_number(),
                  show: ({ payment_id: id }) => (
                    <Link className="desk-link" href={`/payments/${id}`}>
                      <Code text={id} />
                    </Link>
                  ),
                },
              ]}
            />
            {data.length > 0 && (
              <CsvButton
                name="pardeh-gift-cards"
                header={[
                  ...[m.gifts_tail(), m.payment_what(), m.payment_sum(), m.payment_state(), m.gifts_bought()],
                  ...[m.gifts_buyer(), m.gifts_redeemer(), m.payment_number()],
                ]}
                getRows={() =>
                  data.map((card) => [
                    ...[card.tail, nameIn(getLocale(), card), card.toman, STATES[card.state][1]()],
                    ...[
                      new Date(card.bought_at * 1000).toISOString(),
                      card.buyer ?? m.batches_outside(),
                      card.redeemer ?? '',
                      card.payment_id,
                    ],
                  ])
                }
              />
            )}
            <Pager next={next} isFirst={before === null} go={setBefore} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}

function AccountLink({ id }: { id: number }) {
  return (
    <Link className="desk-link" href={`/accounts/${String(id)}`}>
      {formatPlain(id)}
    </Link>
  );
}

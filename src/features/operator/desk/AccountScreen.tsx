import { useState } from 'react';
import { Link } from 'wouter';
import { Badge, Day, Mobile, Toman } from '../../../platform/desk/Parts.tsx';
import { Loaded, Panel, Screen } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { usePermissions } from '../../../platform/desk/permissions.ts';
import { useCall } from '../../../platform/desk/use-call.ts';
import type { Output } from '../../../platform/http/calls/call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { formatDate } from '../../../platform/text/format.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { getAccount } from '../accounts-contract.ts';
import { AccountComments } from './AccountComments.tsx';
import { AccountHelp } from './AccountHelp.tsx';
import { AccountNotes } from './AccountNotes.tsx';
import { AccountSubscription } from './AccountSubscription.tsx';
import { AccountViewing } from './AccountViewing.tsx';
import { BlockButton } from './BlockButton.tsx';
import { Blocks } from './Blocks.tsx';
import { ChangeMobileButton } from './ChangeMobileButton.tsx';
import { DaysGiven } from './DaysGiven.tsx';
import { EndSessionsDialog } from './EndSessionsDialog.tsx';
import { ExtendDialog } from './ExtendDialog.tsx';
import { ErasureButtons } from './ErasureButtons.tsx';
import { HeldDebits } from './HeldDebits.tsx';
import { Mandates } from './Mandates.tsx';
import { MoveButtons } from './MoveButtons.tsx';
import { PaymentTable } from './PaymentTable.tsx';
import { SentSms } from './SentSms.tsx';

type Account = Output<typeof getAccount>['data'];

export function AccountScreen({ id }: { id: number }) {
  const answer = useCall(getAccount, { id });
  const account = answer.data?.data;
  return (
    <Screen
      title={account === undefined || account.name === '' ? m.person_title() : account.name}
      note={account && <Mobile number={account.mobile} />}
      actions={
        account && (
          <>
            <BlockButton id={account.id} isBlocked={findBlock(account) !== undefined} />
            <Acts account={account} />
            {account.cancelled_at === null && <ChangeMobileButton id={account.id} />}
            <MoveButtons userId={account.id} />
            <ErasureButtons id={account.id} isCancelled={account.cancelled_at !== null} eraseAt={account.erase_at} />
          </>
        )
      }
    >
      <Loaded answer={answer}>{({ data }) => <AccountBody account={data} />}</Loaded>
    </Screen>
  );
}

function Acts({ account }: { account: Account }) {
  const [open, setOpen] = useState<'extend' | 'sessions' | null>(null);
  const close = () => {
    setOpen(null);
  };
  if (!usePermissions().includes('people.write')) return null;
  return (
    <>
      <Button
        look="line"
        onClick={() => {
          setOpen('extend');
        }}
      >
        {m.extend_open()}
      </Button>
      <Button
        look="line"
        onClick={() => {
          setOpen('sessions');
        }}
      >
        {m.sessions_end()}
      </Button>
      {open === 'extend' && <ExtendDialog id={account.id} onClose={close} />}
      {open === 'sessions' && <EndSessionsDialog id={account.id} onClose={close} />}
    </>
  );
}

const findBlock = ({ blocks }: Account) => blocks.find(({ ended_at: endedAt }) => endedAt === null);

function AccountBody({ account }: { account: Account }) {
  const block = findBlock(account);
  const mayReadPayments = usePermissions().includes('payments.read');
  return (
    <div className="desk-columns">
      {block && (
        <p className="desk-whole desk-said">
          <Badge tone="bad">{m.block_holds()}</Badge> {m.block_alert({ date: formatDate(block.blocked_at) })}{' '}
          <bdi>{block.reason}</bdi>
        </p>
      )}
      <AccountSubscription account={account} />
      <Panel title={m.devices_title()}>
        <Table
          label={m.devices_title()}
          rows={account.devices.map((device, at) => ({ ...device, at }))}
          getKey={({ at }) => at}
          empty={m.devices_none()}
          columns={[
            {
              name: m.devices_one(),
              kind: 'wide',
              show: ({ browser, system }) => (
                <bdi>{[browser, system].filter((part) => part !== '').join(' ') || m.devices_unknown()}</bdi>
              ),
            },
            { name: m.devices_in(), show: ({ signed_in_at: at }) => <Day at={at} /> },
            { name: m.devices_used(), show: ({ used_at: at }) => <Day at={at} /> },
          ]}
        />
      </Panel>
      <div className="desk-whole">
        <Panel
          title={m.payments_title()}
          actions={
            mayReadPayments && (
              <Link className="desk-link" href={`/payments?user=${String(account.id)}`}>
                {m.payments_all_of()}
              </Link>
            )
          }
        >
          <PaymentTable
            rows={account.payments}
            more={[
              {
                name: m.lines_refunded(),
                kind: 'number',
                show: ({ refunded }) => <Toman value={refunded} />,
                cell: ({ refunded }) => refunded,
              },
            ]}
          />
        </Panel>
      </div>
      <AccountViewing id={account.id} />
      <HeldDebits rows={account.held_debits} />
      <Mandates id={account.id} rows={account.mandates} />
      <AccountNotes id={account.id} />
      <Blocks rows={account.blocks} />
      <AccountHelp id={account.id} />
      <SentSms rows={account.sms} />
      <DaysGiven id={account.id} rows={account.compensations} />
      <AccountComments id={account.id} rows={account.comments} />
    </div>
  );
}

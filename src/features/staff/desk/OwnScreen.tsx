import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge, Moment } from '../../../platform/desk/Parts.tsx';
import { Empty, Loaded, Panel, Screen } from '../../../platform/desk/Screen.tsx';
import { Table } from '../../../platform/desk/Table.tsx';
import { useCall } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { getStaffSelf } from '../contract.ts';
import { listPasskeys, type Passkey } from '../passkeys-contract.ts';
import { Enrol } from './Enrol.tsx';
import { AddPasskeyDialog, RemovePasskeyDialog, RenamePasskeyDialog } from './PasskeyDialogs.tsx';
import { RenewRecoveryDialog } from './RenewRecoveryDialog.tsx';
import { hasPasskeys } from './use-passkey.ts';
import { useSelf } from './use-self.ts';

type Open = { kind: 'add' | 'codes' | 'recovery' } | { kind: 'name' | 'remove'; passkey: Passkey };

/** The member's own ways in. */
export function OwnScreen() {
  const [open, setOpen] = useState<Open | null>(null);
  const client = useQueryClient();
  const { answer } = useSelf();
  const hasCodes = answer?.self?.has_factor === true;
  const close = () => {
    setOpen(null);
    void client.invalidateQueries({ queryKey: [listPasskeys.name] });
    void client.invalidateQueries({ queryKey: [getStaffSelf.name] });
  };
  return (
    <Screen title={m.own_title()} note={m.own_note()}>
      <div className="desk-stack">
        <Panel
          title={m.passkeys_title()}
          actions={
            hasPasskeys() && (
              <Button
                look="line"
                onClick={() => {
                  setOpen({ kind: 'add' });
                }}
              >
                {m.passkey_add()}
              </Button>
            )
          }
        >
          {!hasPasskeys() && <Empty>{m.passkey_none_here()}</Empty>}
          <Passkeys
            choose={(kind, passkey) => {
              setOpen({ kind, passkey });
            }}
          />
        </Panel>
        <Panel
          title={m.own_codes()}
          actions={
            hasCodes ? (
              <Badge tone="good">{m.staff_factor_yes()}</Badge>
            ) : (
              <Button
                look="line"
                onClick={() => {
                  setOpen({ kind: 'codes' });
                }}
              >
                {m.own_codes_add()}
              </Button>
            )
          }
        >
          <p className="desk-note">{m.own_codes_text()}</p>
        </Panel>
        <Panel
          title={m.recovery_title()}
          actions={
            <Button
              look="line"
              onClick={() => {
                setOpen({ kind: 'recovery' });
              }}
            >
              {m.recovery_renew()}
            </Button>
          }
        >
          <p className="desk-note">{m.recovery_own_text()}</p>
        </Panel>
      </div>
      {open?.kind === 'add' && <AddPasskeyDialog onClose={close} />}
      {open?.kind === 'name' && <RenamePasskeyDialog passkey={open.passkey} onClose={close} />}
      {open?.kind === 'remove' && <RemovePasskeyDialog passkey={open.passkey} onClose={close} />}
      {open?.kind === 'recovery' && <RenewRecoveryDialog onClose={close} />}
      {open?.kind === 'codes' && (
        <Dialog title={m.own_codes_add()} onClose={close}>
          <Enrol onOpen={close} />
        </Dialog>
      )}
    </Screen>
  );
}

function Passkeys({ choose }: { choose: (kind: 'name' | 'remove', passkey: Passkey) => void }) {
  const answer = useCall(listPasskeys, {});
  return (
    <Loaded answer={answer}>
      {({ data }) => (
        <Table
          label={m.passkeys_title()}
          rows={data}
          getKey={({ id }) => id}
          empty={m.passkeys_none()}
          columns={[
            { name: m.person_name(), kind: 'wide', show: ({ name }) => <bdi>{name}</bdi> },
            { name: m.staff_since(), show: ({ added_at: at }) => <Moment at={at} /> },
            {
              name: m.passkey_used(),
              show: ({ used_at: at, is_blocked: isBlocked }) =>
                isBlocked ? <Badge tone="bad">{m.passkey_blocked()}</Badge> : <Moment at={at} />,
            },
            {
              name: m.passkey_acts(),
              show: (passkey) => (
                <span className="desk-buttons">
                  <Button
                    look="line"
                    onClick={() => {
                      choose('name', passkey);
                    }}
                  >
                    {m.passkey_rename()}
                  </Button>
                  <Button
                    look="line"
                    onClick={() => {
                      choose('remove', passkey);
                    }}
                  >
                    {m.passkey_remove()}
                  </Button>
                </span>
              ),
            },
          ]}
        />
      )}
    </Loaded>
  );
}

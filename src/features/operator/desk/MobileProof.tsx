import { useState } from 'react';
import { Badge, Mobile } from '../../../platform/desk/Parts.tsx';
import { Refusal } from '../../../platform/desk/Screen.tsx';
import { useAct } from '../../../platform/desk/use-call.ts';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';
import { Field } from '../../../platform/ui/Field.tsx';
import { proveMobile, sendMobileCode, type MobileChange, type MobileNumber } from '../mobiles-contract.ts';

interface Props {
  change: MobileChange;
  number: MobileNumber;
  onProof: (change: MobileChange) => void;
}

/** One of both numbers: a code goes to it, and its caller reads it. */
export function MobileProof({ change, number, onProof }: Props) {
  const [code, setCode] = useState('');
  const send = useAct(sendMobileCode);
  const prove = useAct(proveMobile);
  const isProved = number === 'new' ? change.new_proved : change.old_proved;
  const { id } = change;
  return (
    <form
      className="desk-said desk-form"
      aria-label={number === 'new' ? m.mobile_new() : m.mobile_old()}
      onSubmit={(event) => {
        event.preventDefault();
        prove.mutate({ id, number, code }, { onSuccess: ({ data }) => onProof(data) });
      }}
    >
      <p className="desk-buttons">
        <b>{number === 'new' ? m.mobile_new() : m.mobile_old()}</b>
        <Mobile number={number === 'new' ? change.new_mobile : change.old_mobile} />
        {isProved ? (
          <Badge tone="good">{m.mobile_proved()}</Badge>
        ) : (
          <Button
            look="line"
            busy={send.isPending}
            onClick={() => {
              send.mutate({ id, number });
            }}
          >
            {m.mobile_send()}
          </Button>
        )}
      </p>
      {!isProved && (
        <>
          <Refusal error={send.error} />
          {send.isSuccess && (
            <>
              <Field
                label={m.mobile_code()}
                hint={m.mobile_sent()}
                inputMode="numeric"
                autoComplete="off"
                dir="ltr"
                value={code}
                onChange={(event) => {
                  setCode(event.target.value);
                }}
              />
              <Refusal error={prove.error} />
              <Button type="submit" look="line" disabled={code.trim() === ''} busy={prove.isPending}>
                {m.mobile_check()}
              </Button>
            </>
          )}
        </>
      )}
    </form>
  );
}

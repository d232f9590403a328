import { useQuery } from '@tanstack/react-query';
import { encode } from 'uqr';
import { callDesk } from '../../../platform/desk/call-desk.ts';
import { Code } from '../../../platform/desk/Parts.tsx';
import { Loaded } from '../../../platform/desk/Screen.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { beginFactor } from '../contract.ts';
import { CodeForm } from './CodeForm.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { createPasskey, hasPasskeys } from './use-passkey.ts';

interface Props {
  /** At the door, where it may be a passkey as well. */
  offersPasskey?: boolean;
  onOpen: (recovery: readonly string[] | null) => void;
}

/** The first time: a secret for a program of codes, and its first code. */
export function Enrol({ offersPasskey = false, onOpen }: Props) {
  const answer = useQuery({
    queryKey: [beginFactor.name],
    queryFn: () => callDesk(beginFactor, {}),
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <Loaded answer={answer}>
      {({ data: { secret, address } }) => (
        <>
          <ol className="desk-steps">
            <li>{m.enrol_program()}</li>
            <li>{m.enrol_scan()}</li>
            <li>{m.enrol_type()}</li>
          </ol>
          <QrCode text={address} />
          <p className="desk-note">
            {m.enrol_key()} <Code text={secret.replace(/(.{4})(?=.)/g, '$1 ')} />
          </p>
          <CodeForm label={m.enrol_first()} onOpen={onOpen} />
          {offersPasskey && hasPasskeys() && (
            <div className="desk-form">
              <p>{m.enrol_passkey()}</p>
              <PasskeyButton
                text={m.passkey_make()}
                look="line"
                run={() => createPasskey(m.passkey_first(), true)}
                onDone={({ recovery_codes: codes }) => {
                  onOpen(codes);
                }}
              />
            </div>
          )}
        </>
      )}
    </Loaded>
  );
}

/** Black on white in both themes, with the quiet zone of ISO/IEC 18004. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const dark = data
    .flatMap((row, y) => row.flatMap((on, x) => (on ? `M${String(x)} ${String(y)}h1v1h-1z` : [])))
    .join('');
  return (
    <svg
      className="desk-qr"
      viewBox={`0 0 ${String(size)} ${String(size)}`}
      role="img"
      aria-label={m.enrol_qr()}
      shapeRendering="crispEdges"
    >
      <path fill="white" d={`M0 0h${String(size)}v${String(size)}H0z`} />
      <path fill="black" d={dark} />
    </svg>
  );
}

import { Code } from '../../../platform/desk/Parts.tsx';
import { m } from '../../../platform/text/desk/messages.js';
import { Button } from '../../../platform/ui/Button.tsx';

/** Shown once: the server has only their hashes. */
export function RecoveryCodes({ codes, onRead }: { codes: readonly string[]; onRead: () => void }) {
  return (
    <div className="desk-form">
      <p>{m.recovery_text()}</p>
      <ul className="desk-codes">
        {codes.map((code) => (
          <li key={code}>
            <Code text={code} />
          </li>
        ))}
      </ul>
      <Button onClick={onRead}>{m.recovery_read()}</Button>
    </div>
  );
}

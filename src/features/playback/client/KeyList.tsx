import { m } from '../../../platform/text/paraglide/messages.js';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { useStyles } from '../../../platform/ui/use-styles.ts';
import css from './key-list.css?inline';
import { KEY_ROWS } from './keyboard.ts';

export function KeyList({ onClose }: { onClose: () => void }) {
  useStyles(css);
  return (
    <Dialog title={m.player_keys()} wide onClose={onClose}>
      <dl className="player-keys">
        {KEY_ROWS.map(({ shown, label }) => (
          <div key={shown[0]}>
            <dt>
              {shown.map((key) => (
                <kbd key={key} dir="ltr">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{label()}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

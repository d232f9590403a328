import { m } from '../../../platform/text/paraglide/messages.js';
import { clearLastSearches } from './last-searches.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { useStyles } from '../../../platform/ui/use-styles.ts';
import type { Option } from './options.ts';
import { OptionList } from './OptionList.tsx';
import css from './search.css?inline';

/** Spec 5.10: shown while the box is empty. */
export function LastSearches({ id, options, active }: { id: string; options: readonly Option[]; active: number }) {
  useStyles(css);
  return (
    <div className="searchbox-panel">
      <div className="searchbox-last">
        <span className="muted">{m.searchbox_last()}</span>
        <Button look="link" onClick={clearLastSearches}>
          {m.searchbox_clear_last()}
        </Button>
      </div>
      <OptionList id={id} label={m.searchbox_last()} options={options} active={active} />
    </div>
  );
}

import { formatPlain } from '../../../platform/text/format.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { putSearch } from './last-searches.ts';
import type { Suggestions as State } from './search.ts';
import { useStyles } from '../../../platform/ui/use-styles.ts';
import type { Option } from './options.ts';
import { OptionList } from './OptionList.tsx';
import css from './search.css?inline';

interface Props {
  id: string;
  options: readonly Option[];
  active: number;
  suggestions: State;
  typed: string;
}

export function Suggestions({ id, options, active, suggestions, typed }: Props) {
  const { state, query } = suggestions;
  useStyles(css);
  const none = state === 'ready' && options.length === 0;
  const word = state === 'busy' ? m.searchbox_busy() : none ? m.searchbox_none({ query }) : null;
  return (
    <div className="searchbox-panel">
      <p role="status" className={word !== null && options.length === 0 ? 'searchbox-word' : 'sr-only'}>
        {word ?? m.searchbox_count({ count: formatPlain(options.length) })}
      </p>
      <OptionList
        id={id}
        label={m.searchbox_results()}
        options={options}
        active={active}
        onChoose={() => {
          putSearch(typed);
        }}
      />
    </div>
  );
}

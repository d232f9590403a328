import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { SEARCH_MIN } from '../../../platform/config/constants.ts';
import { paths } from '../../../platform/paths.ts';
import { m } from '../../../platform/text/paraglide/messages.js';
import { apiUntil } from '../../../platform/client/island-api.ts';
import { $lastSearches, clearLastSearches, deleteSearch, loadLastSearches, putSearch } from './last-searches.ts';
import { createSearch } from './search.ts';
import { Icon } from '../../../platform/ui/Icon.tsx';
import { useAwake } from '../../../platform/client/use-awake.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { useStyles } from '../../../platform/ui/use-styles.ts';
import { OptionList } from './OptionList.tsx';
import css from './search.css?inline';
import { toLastSearchOptions, toResultOptions, type Option } from './options.ts';
import { Suggestions } from './Suggestions.tsx';

interface Props {
  id: string;
  value?: string;
  focused?: boolean;
}

/** Spec 4.15, 5.07, 5.10, 8.08. The input is uncontrolled, so that text typed before hydration stays. */
export function SearchBox({ id, value = '', focused = false }: Props) {
  const [search] = useState(() => createSearch(apiUntil));
  const suggestions = useStore(search.$search, { ssr: 'initial' });
  const last = useStore($lastSearches, { ssr: 'initial' });
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const list = `${id}-suggestions`;

  const take = () => {
    const typed = input.current?.value ?? '';
    setText(typed);
    setActive(-1);
    setOpen(true);
    search.type(typed);
    if (typed === '') loadLastSearches();
  };
  const close = () => {
    setOpen(false);
    setActive(-1);
  };

  useEffect(() => {
    // Typed or focused before hydration.
    if (document.activeElement === input.current) take();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when it wakes
  }, []);
  const [root, awake] = useAwake<HTMLElement>();
  useEffect(() => {
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && root.current?.contains(event.target) === false) close();
    };
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('pointerdown', onPress);
    };
  }, [root]);

  const hasQuery = suggestions.state !== 'idle';
  const options = hasQuery ? toResultOptions(suggestions.results) : text === '' ? toLastSearchOptions(last) : [];
  const isVisible = open && (hasQuery || options.length > 0);

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const query = input.current?.value.trim() ?? '';
    const chosen = isVisible ? options[active] : undefined;
    if (!chosen && [...query].length < SEARCH_MIN) return;
    if (query !== '') putSearch(query);
    location.assign(chosen?.href ?? paths.search(query));
  };

  return (
    <search ref={root} className="searchbox">
      <form className="searchbox-form" action={paths.search()} method="get" onSubmit={onSubmit}>
        <input
          ref={input}
          type="search"
          name="query"
          minLength={SEARCH_MIN}
          maxLength={200}
          defaultValue={value}
          // eslint-disable-next-line jsx-a11y/no-autofocus -- it is what the popover was opened for
          autoFocus={focused}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          aria-label={m.searchbox_label()}
          placeholder={m.searchbox_label()}
          {...(awake && {
            role: 'combobox',
            'aria-autocomplete': 'list',
            'aria-expanded': isVisible,
            'aria-controls': list,
            'aria-activedescendant': isVisible && active >= 0 ? `${list}-${String(active)}` : undefined,
          })}
          onInput={take}
          onFocus={take}
          onKeyDown={(event) => {
            handleComboboxKey(event, {
              shown: isVisible,
              count: options.length,
              active,
              move: setActive,
              open: take,
              close,
              clear: () => {
                if (input.current) input.current.value = '';
                take();
                close();
              },
            });
          }}
          onBlur={(event) => {
            if (event.relatedTarget instanceof Node && root.current?.contains(event.relatedTarget) === false) close();
          }}
        />
        {/* Submits natively while the code loads. */}
        <button className="icon-btn" data-native aria-label={m.searchbox_submit()}>
          <Icon name="search" />
        </button>
      </form>
      {isVisible && hasQuery && (
        <Suggestions id={list} options={options} active={active} suggestions={suggestions} typed={text} />
      )}
      {isVisible && !hasQuery && <LastSearches id={list} options={options} active={active} />}
    </search>
  );
}

/** Spec 5.10: shown while the box is empty. */
function LastSearches({ id, options, active }: { id: string; options: readonly Option[]; active: number }) {
  useStyles(css);
  return (
    <div className="searchbox-panel">
      <div className="searchbox-last">
        <span className="muted">{m.searchbox_last()}</span>
        <Button look="link" onClick={clearLastSearches}>
          {m.searchbox_clear_last()}
        </Button>
      </div>
      <div className="searchbox-recent">
        <OptionList id={id} label={m.searchbox_last()} options={options} active={active} />
        <div>
          {options.map(({ name }) => (
            <button
              key={name}
              type="button"
              className="icon-btn"
              aria-label={m.searchbox_forget({ query: name })}
              onClick={() => {
                deleteSearch(name);
              }}
            >
              <Icon name="close" size={18} />
            </button>
          ))}
        </div>
      </div>
    </div>
  );
}

interface Key {
  readonly key: string;
  preventDefault: () => void;
}

interface Box {
  shown: boolean;
  count: number;
  active: number; // -1 for none
  move: (to: number) => void;
  open: () => void;
  close: () => void;
  clear: () => void;
}

/** Arrows wrap through options and text. Escape closes, then empties, then closes the popover. Enter submits. */
function handleComboboxKey(event: Key & { currentTarget: { value: string } }, box: Box): void {
  const down = event.key === 'ArrowDown';
  if (down || event.key === 'ArrowUp') {
    event.preventDefault();
    if (!box.shown) box.open();
    else if (box.count > 0) {
      const places = box.count + 1;
      box.move(((box.active + 1 + (down ? 1 : -1) + places) % places) - 1);
    }
  } else if (event.key === 'Escape' && (box.shown || event.currentTarget.value !== '')) {
    event.preventDefault();
    if (box.shown) box.close();
    else box.clear();
  }
}

import { useEffect, useState, type ComponentType } from 'react';
import { m } from '../../../platform/text/paraglide/messages.js';
import { showNotice } from './controls/notice.ts';
import { closePanel } from './panels/panel.ts';

/** A part that the film can do without: where its code cannot be loaded, a notice says so and the film plays on. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function LazyPart(props: P) {
    const [Code, setCode] = useState(() => loaded);
    useEffect(() => {
      load().then(
        (code) => {
          loaded = code;
          setCode(() => code);
        },
        () => {
          closePanel();
          showNotice(m.player_part_failed());
        },
      );
    }, []);
    return Code && <Code {...props} />;
  };
}

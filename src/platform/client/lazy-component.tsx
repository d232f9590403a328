import { useEffect, useState, type ComponentType, type ReactNode } from 'react';

/**
 * A component whose code comes later; `waiting` stands there meanwhile. What has come is shown at once: React's Suspense
 * holds it back for up to 300 ms after it has shown a fallback. A failure is thrown to the error boundary around it, and
 * the next one to be shown tries again.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: (props: P) => ReactNode = () => null,
): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function LazyComponent(props: P) {
    const [Code, setCode] = useState(() => loaded);
    const [failed, setFailed] = useState<{ cause: unknown } | null>(null);
    useEffect(() => {
      // Also where it has come already: it may have between this one's first render and now.
      load().then(
        (code) => {
          loaded = code;
          setCode(() => code);
        },
        (cause: unknown) => setFailed({ cause }),
      );
    }, []);
    if (failed) throw failed.cause;
    return Code === null ? waiting(props) : <Code {...props} />;
  };
}

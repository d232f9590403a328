import { useEffect, useState, type ComponentType, type ReactNode } from 'react';

/** Not React.lazy: Suspense delays loaded content by up to 300 ms after a fallback. A failure goes to the error boundary. */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: (props: P) => ReactNode = () => null,
): ComponentType<P> & { prepare: () => Promise<void> } {
  let loaded: ComponentType<P> | null = null;
  const prepare = async () => {
    loaded ??= await load();
  };
  function LazyComponent(props: P) {
    const [Code, setCode] = useState(() => loaded);
    const [failed, setFailed] = useState<{ cause: unknown } | null>(null);
    useEffect(() => {
      prepare().then(
        () => setCode(() => loaded),
        (cause: unknown) => setFailed({ cause }),
      );
    }, []);
    if (failed) throw failed.cause;
    return Code === null ? waiting(props) : <Code {...props} />;
  }
  return Object.assign(LazyComponent, { prepare });
}

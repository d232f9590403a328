import { useEffect, useState } from 'react';

/** Stops a job of many parts, by the member or once its page is left. */
export function useStop() {
  const [control] = useState(() => {
    let isStopped = false;
    return {
      begin: () => {
        isStopped = false;
      },
      stop: () => {
        isStopped = true;
      },
      isStopped: () => isStopped,
    };
  });
  useEffect(() => {
    control.begin();
    return control.stop;
  }, [control]);
  return control;
}

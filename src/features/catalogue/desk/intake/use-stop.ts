import { useEffect, useState } from 'react';

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

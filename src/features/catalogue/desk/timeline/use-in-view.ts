import { useEffect, useRef, useState } from 'react';

/** True from the moment at which the element is on the screen for the first time. */
export function useInView<T extends Element>() {
  const element = useRef<T>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (current === null || isSeen) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
    };
  }, [isSeen]);
  return { element, isSeen };
}

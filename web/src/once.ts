import { useRef } from 'react';

/**
 * The idempotency key of what is written: the same for every attempt to send it, another once it is changed.
 * @param newKey makes a key that no other call has.
 */
export function useKeyOfContent(newKey: () => string): (content: unknown) => string {
  const last = useRef<{ content: string; key: string }>(null);
  return (given) => {
    const content = JSON.stringify(given);
    if (last.current?.content !== content) last.current = { content, key: newKey() };
    return last.current.key;
  };
}

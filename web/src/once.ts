import { useRef } from 'react';
import { newUuid } from './new-uuid.ts';

/** The idempotency key of what is written: the same for every attempt to send it, another once it is changed. */
export function useKeyOfContent(): (content: unknown) => string {
  const last = useRef<{ content: string; key: string }>(null);
  return (given) => {
    const content = JSON.stringify(given);
    if (last.current?.content !== content) last.current = { content, key: newUuid() };
    return last.current.key;
  };
}

import { type RefObject, useEffect, useState } from 'react';

interface OwnFault {
  /** What is said of it: nothing while somebody fills the field in for the first time. */
  shown: string | null;
  /** The field was left. */
  leave: () => void;
}

/**
 * What a field itself finds wrong with what stands in it. Its form learns of it at once, and is not sent (native-faults.ts); who
 * fills it in learns of it on leaving the field.
 */
export function useOwnFault(control: RefObject<HTMLInputElement | null>, wrong: string | null): OwnFault {
  const [wasLeft, setLeft] = useState(false);
  useEffect(() => control.current?.setCustomValidity(wrong ?? ''));
  return { shown: wasLeft ? wrong : null, leave: () => setLeft(true) };
}

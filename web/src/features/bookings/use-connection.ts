import { useEffect, useRef, useState } from 'react';
import { typedText } from '../../typed-text.ts';
import { useOnline } from '../../use-online.ts';
import { useServerPoll } from '../../use-server-poll.ts';

/** What asking the server for what is on screen came to. */
interface Outcome {
  /** Another object for each time that it was asked. */
  loaded: object;
  /** Whether what is on screen is the server's answer. */
  isLive: boolean;
  /** Whether the server answered at all. */
  isAnswered: boolean;
  /** Whether its answer may still come. */
  isComing: boolean;
  /** Whether what is on screen may change by what others do, so that it is asked for again while it is seen. */
  changes?: boolean;
}

/**
 * Whether the server can be reached: as the device and the last answer say at once, and asked every 30 s, since a phone on a
 * dead Wi-Fi believes itself online.
 * @param askAgain called when it can be reached again, and as long as it can while its answer is not on screen, or changes; never over
 * what somebody has typed.
 */
export function useConnection(
  { loaded, isLive, isAnswered, isComing, changes = false }: Outcome,
  askAgain: () => void,
): boolean {
  const device = useOnline();
  const [reached, setReached] = useState(isAnswered);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer says so anew
  useEffect(() => {
    if (isLive) setReached(true);
    else if (!isAnswered) setReached(false);
  }, [loaded, isLive, isAnswered]);
  useServerPoll({ wanted: device, atOnce: !isAnswered }, (isReached) => {
    setReached(isReached);
    if (isReached && !isComing && (changes || !(reached && isLive)) && !typedText.isHeld()) askAgain();
  });
  const before = useRef(device);
  useEffect(() => {
    if (device && !before.current && !typedText.isHeld()) askAgain();
    before.current = device;
  }, [device, askAgain]);
  return device && reached;
}

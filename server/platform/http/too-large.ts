import { Refusal } from './refusal.ts';

/** Refuses what is larger than is taken here, and says how much that is, rounded down to what a person reads. */
export function tooLarge(mostBytes: number): Refusal {
  const most =
    mostBytes >= 1_000_000 ? `${Math.floor(mostBytes / 1_000_000)} MB` : `${Math.floor(mostBytes / 1_000)} kB`;
  return new Refusal('payload_too_large', { most: `: at most ${most} can be sent here` });
}

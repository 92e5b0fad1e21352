/** What the page sends to the worker: one picture. */
export interface ZxingRequest {
  id: number;
  image: { width: number; height: number; data: Uint8ClampedArray<ArrayBufferLike> };
}

/** What the worker sends back: once whether it can read at all, then one answer for each picture. */
export type ZxingReply =
  | { kind: 'ready' }
  | { kind: 'broken' }
  | { kind: 'answer'; id: number; text: string | null }
  | { kind: 'failure'; id: number };

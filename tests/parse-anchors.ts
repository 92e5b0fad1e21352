import type { KeyObject } from 'node:crypto';
import { AnchorReader } from '../server/platform/audit/audit-anchors.ts';

/** What the text of an anchor file says. */
export function parseAnchors(content: string, keys: readonly KeyObject[]) {
  const reader = new AnchorReader(keys);
  const anchors = reader.take(content);
  return { anchors, digest: reader.digest, isTorn: reader.isTorn, damage: reader.damage };
}

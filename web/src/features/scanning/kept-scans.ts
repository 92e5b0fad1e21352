import type { Answer } from '../../../../contract/endpoint.ts';
import type { recordScan } from '../../../../contract/scanning.ts';
import { isOfVersion } from '../../device/kept-version.ts';
import { withoutVisitor } from '../../device/without-visitor.ts';

export type ScanAnswer = Answer<typeof recordScan>;

export interface KeptScan {
  version: number;
  answer: ScanAnswer;
  /** ISO instant at which this was the live answer. */
  keptAt: string;
}

const key = 'holoholo.scans';
const mostKept = 20;
const version = 1;

function readAll(storage: Storage): Record<string, KeptScan> {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, KeptScan>) : {};
  } catch {
    return {};
  }
}

/** Keeps the last real answer for a code on this device; a full or forbidden storage is no reason to fail. */
export function keepScan(code: string, answer: ScanAnswer, now: Date): void {
  try {
    const storage = localStorage;
    const experiences = answer.experiences.map(withoutVisitor);
    const all = {
      ...readAll(storage),
      [code]: { version, answer: { ...answer, experiences }, keptAt: now.toISOString() },
    };
    const newest = Object.entries(all)
      .sort(([, one], [, other]) => other.keptAt.localeCompare(one.keptAt))
      .slice(0, mostKept);
    storage.setItem(key, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // Nothing to keep it in.
  }
}

/** The last real answer for a code that this device has. */
export function findKeptScan(code: string): KeptScan | undefined {
  try {
    const kept = readAll(localStorage)[code];
    return isOfVersion(version, kept) && kept?.answer?.qr_data && Array.isArray(kept.answer.experiences)
      ? kept
      : undefined;
  } catch {
    return undefined;
  }
}

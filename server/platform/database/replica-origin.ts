import type { Position } from '../log-shipping/positions.ts';

/** Which log a server writes, and how far. */
export interface PrimaryLog {
  /** How far it is on its disk. */
  position: Position;
  /** PostgreSQL's number of the cluster; a restored one keeps it. */
  cluster: string;
  database: string;
  /** Counted up by each promotion and each restoring to a moment: from there on the log is another one. */
  timeline: number;
  /** Its last checkpoint: the log of all timelines before that one's had ended when it began. */
  checkpoint: { timeline: number; position: Position };
}

/** Which log a standby replays, and how far. */
export interface ReplayedLog {
  position: Position;
  cluster: string;
  database: string;
  /** What it is known to have replayed, which it notes from time to time only. */
  noted: { timeline: number; position: Position };
}

/** Why a standby is no copy of a primary, whatever its position; undefined of one that may be. */
export function differenceOf(primary: PrimaryLog, replica: ReplayedLog): string | undefined {
  if (primary.cluster !== replica.cluster) return 'it is a copy of another server';
  if (primary.database !== replica.database) return 'it has another database';
  const { noted } = replica;
  const { timeline, checkpoint } = primary;
  const hasAnother =
    noted.timeline > timeline || (noted.timeline < checkpoint.timeline && noted.position > checkpoint.position);
  return hasAnother ? 'its log has gone another way' : undefined;
}
